/* thread_join_variants.c - tryjoin, timedjoin and clockjoin.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t go;

static void *work(void *argument)
{
    sem_wait(&go);
    return argument;
}

static struct timespec in_10ms(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    t.tv_nsec += 10000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

int main(void)
{
    int results[3];
    pthread_t threads[3];
    struct timespec t;
    void *result;

    sem_init(&go, 0, 0);
    for (int i = 0; i < 3; i++)
        assert(pthread_create(&threads[i], NULL, work, &results[i]) == 0);
    assert(pthread_tryjoin_np(threads[0], &result) == EBUSY);
    t = in_10ms(CLOCK_REALTIME);
    assert(pthread_timedjoin_np(threads[1], &result, &t) == ETIMEDOUT);
    t = in_10ms(CLOCK_MONOTONIC);
    assert(pthread_clockjoin_np(threads[2], &result, CLOCK_MONOTONIC, &t) ==
           ETIMEDOUT);
    assert(pthread_clockjoin_np(threads[2], &result, CLOCK_BOOTTIME, &t) ==
           EINVAL);
    for (int i = 0; i < 3; i++)
        sem_post(&go);
    while (pthread_tryjoin_np(threads[0], &result) == EBUSY)
        sched_yield();
    assert(result == &results[0]);
    do
        t = in_10ms(CLOCK_REALTIME);
    while (pthread_timedjoin_np(threads[1], &result, &t) == ETIMEDOUT);
    assert(result == &results[1]);
    do
        t = in_10ms(CLOCK_MONOTONIC);
    while (pthread_clockjoin_np(threads[2], &result, CLOCK_MONOTONIC, &t) ==
           ETIMEDOUT);
    assert(result == &results[2]);
    return 0;
}
