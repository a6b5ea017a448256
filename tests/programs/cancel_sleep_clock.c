/* cancel_sleep_clock.c - cancellation ends a sleep of an hour without that hour
 * passing.  (This strategy never lets time pass while somebody can run.)
 * EXPECT: clean
 * EXECUTIONS: 20
 * OPTIONS: --strategy round-robin
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int steps;

static void *doze(void *argument)
{
    sleep(3600);
    return argument;
}

static time_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

int main(void)
{
    time_t begin = now();
    pthread_t t, u;
    void *result;

    pthread_create(&t, NULL, doze, NULL);
    pthread_create(&u, NULL, doze, NULL);
    for (int i = 0; i < 8; i++)
        atomic_fetch_add(&steps, 1); /* in turn: then both sleep */
    assert(pthread_cancel(t) == 0 && pthread_cancel(u) == 0);
    assert(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
    assert(pthread_join(u, &result) == 0 && result == PTHREAD_CANCELED);
    assert(now() - begin < 3600);
    return 0;
}
