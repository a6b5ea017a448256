/* mutex_timedlock_unexpected.c - a lock call with a time limit has to wait until
 * its time is over, which its caller does not expect.
 * EXPECT: assertion at 29
 * EXECUTIONS: 1000
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int in, out;

static void *hold(void *arg)
{
    pthread_mutex_lock(&m);
    in++;
    out++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *hurry(void *arg)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    /* ETIMEDOUT */
    assert(pthread_mutex_timedlock(&m, &until) == 0);
    in++;
    out++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, hold, NULL);
    pthread_create(&t[1], NULL, hurry, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
