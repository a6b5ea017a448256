/* rwlock_errors.c - what the trying and the timed calls answer.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t read_held = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t write_held = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t fought_for = PTHREAD_RWLOCK_INITIALIZER;
static int inside;

static struct timespec in_ms(clockid_t clock, long ms)
{
    struct timespec t;

    clock_gettime(clock, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void *other(void *argument)
{
    struct timespec when = in_ms(CLOCK_REALTIME, 5);
    struct timespec later = in_ms(CLOCK_MONOTONIC, 5);
    struct timespec wrong = { .tv_nsec = 1000000000 };
    int error;

    assert(pthread_rwlock_tryrdlock(&read_held) == 0);
    assert(pthread_rwlock_unlock(&read_held) == 0);
    assert(pthread_rwlock_timedrdlock(&read_held, &when) == 0);
    assert(pthread_rwlock_unlock(&read_held) == 0);
    assert(pthread_rwlock_trywrlock(&read_held) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&read_held, &when) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&read_held, CLOCK_MONOTONIC, &later) ==
           ETIMEDOUT);
    assert(pthread_rwlock_tryrdlock(&write_held) == EBUSY);
    assert(pthread_rwlock_trywrlock(&write_held) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&write_held, &when) == ETIMEDOUT);
    assert(pthread_rwlock_clockrdlock(&write_held, CLOCK_MONOTONIC, &later) ==
           ETIMEDOUT);
    assert(pthread_rwlock_timedrdlock(&write_held, &wrong) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&write_held, CLOCK_THREAD_CPUTIME_ID,
                                      &when) == EINVAL);
    when = in_ms(CLOCK_REALTIME, 5);
    error = pthread_rwlock_timedwrlock(&fought_for, &when);
    assert(error == 0 || error == ETIMEDOUT);
    if (error == 0) {
        assert(inside++ == 0);
        nanosleep(&(struct timespec){ .tv_nsec = 7000000 }, NULL);
        inside--;
        assert(pthread_rwlock_unlock(&fought_for) == 0);
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;

    assert(pthread_rwlock_rdlock(&read_held) == 0);
    assert(pthread_rwlock_wrlock(&write_held) == 0);
    assert(pthread_rwlock_wrlock(&write_held) == EDEADLK);
    assert(pthread_rwlock_rdlock(&write_held) == EDEADLK);
    pthread_create(&a, NULL, other, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_rwlock_unlock(&read_held) == 0);
    assert(pthread_rwlock_unlock(&write_held) == 0);
    assert(pthread_rwlock_trywrlock(&read_held) == 0);
    assert(pthread_rwlock_unlock(&read_held) == 0);
    return 0;
}
