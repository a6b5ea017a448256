/* A session whose peer thread uses a member that main sets after it created the
 * thread.  After Transmission 1.42 (assertion in allocateBandwidth); old is the
 * fixed version, which sets the member first. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct session {
    int *bandwidth;
    int shutdown;
};

static struct session session;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int allowed = 10;

static void *peer(void *unused)
{
    pthread_mutex_lock(&lock);
    session.shutdown++;
    pthread_mutex_unlock(&lock);
    assert(session.bandwidth != NULL);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, peer, NULL);
    session.bandwidth = &allowed;
    pthread_mutex_lock(&lock);
    session.shutdown++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    assert(session.shutdown == 2);
    return 0;
}
