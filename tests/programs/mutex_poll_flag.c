/* mutex_poll_flag.c - three threads look at a flag under the lock, again and
 * again, until the fourth has set it: that it has the lock at last is a matter
 * of chance, not of luck.
 * EXPECT: clean
 * EXECUTIONS: 1000
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, done;

static void *poll_flag(void *arg)
{
    int seen;

    do {
        pthread_mutex_lock(&m);
        seen = done;
        pthread_mutex_unlock(&m);
    } while (!seen);
    assert(count == 5);
    return arg;
}

static void *work(void *arg)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&m);
        count++;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i < 3 ? poll_flag : work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
