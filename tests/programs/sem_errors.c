/* sem_errors.c - what the trying and the timed semaphore calls answer.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t empty, offered, full;
static int got;

static struct timespec in_ms(clockid_t clock, long ms)
{
    struct timespec t;

    clock_gettime(clock, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void fails_with(int result, int error)
{
    assert(result == -1);
    assert(errno == error);
}

static void *take(void *argument)
{
    struct timespec when = in_ms(CLOCK_REALTIME, 10);
    struct timespec later = in_ms(CLOCK_MONOTONIC, 10);
    struct timespec wrong = { .tv_nsec = 1000000000 };

    fails_with(sem_trywait(&empty), EAGAIN);
    fails_with(sem_timedwait(&empty, &wrong), EINVAL);
    fails_with(sem_timedwait(&empty, &when), ETIMEDOUT);
    fails_with(sem_clockwait(&empty, CLOCK_MONOTONIC, &later), ETIMEDOUT);
    fails_with(sem_clockwait(&empty, CLOCK_PROCESS_CPUTIME_ID, &when), EINVAL);
    when = in_ms(CLOCK_REALTIME, 10);
    if (sem_timedwait(&offered, &when) == 0)
        __atomic_fetch_add(&got, 1, __ATOMIC_RELAXED);
    else
        assert(errno == ETIMEDOUT);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    int left;

    sem_init(&empty, 0, 0);
    sem_init(&offered, 0, 0);
    fails_with(sem_init(&full, 0, (unsigned)INT_MAX + 1), EINVAL);
    assert(sem_init(&full, 0, INT_MAX) == 0);
    fails_with(sem_post(&full), EOVERFLOW);
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    nanosleep(&(struct timespec){ .tv_nsec = 25000000 }, NULL);
    assert(sem_post(&offered) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sem_getvalue(&offered, &left) == 0);
    assert(got + left == 1);
    return 0;
}
