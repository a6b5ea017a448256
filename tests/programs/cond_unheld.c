/* cond_unheld.c - a wait with a mutex that the thread gave back already.
 * EXPECT: mutex-misuse at 20
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait_ready(void *argument)
{
    int seen;

    pthread_mutex_lock(&lock);
    seen = ready;
    pthread_mutex_unlock(&lock);
    if (!seen)
        pthread_cond_wait(&changed, &lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_ready, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
