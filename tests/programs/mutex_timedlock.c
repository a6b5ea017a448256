/* mutex_timedlock.c - a timed lock ends with the mutex or at its time, and
 * checks its time only if it has to wait.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
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

static int reached(clockid_t clock, const struct timespec *when)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return now.tv_sec > when->tv_sec ||
           (now.tv_sec == when->tv_sec && now.tv_nsec >= when->tv_nsec);
}

static void *compete(void *argument)
{
    clockid_t clock = argument != NULL ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    struct timespec when = in_ms(clock, 30), wrong = { .tv_nsec = -1 };
    int error = pthread_mutex_clocklock(&lock, clock, &when);

    assert(error == 0 || error == ETIMEDOUT);
    if (error == ETIMEDOUT)
        assert(reached(clock, &when));
    if (error == 0) {
        assert(inside++ == 0);
        nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
        inside--;
        assert(pthread_mutex_unlock(&lock) == 0);
    }
    when = in_ms(clock, 10);
    assert(pthread_mutex_clocklock(&held, clock, &when) == ETIMEDOUT);
    assert(reached(clock, &when));
    assert(pthread_mutex_clocklock(&held, clock, &wrong) == EINVAL);
    assert(pthread_mutex_clocklock(&held, CLOCK_PROCESS_CPUTIME_ID, &when) ==
           EINVAL);
    when.tv_sec = -5;
    assert(pthread_mutex_timedlock(&held, &when) == ETIMEDOUT);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct timespec wrong = { .tv_nsec = 1000000000 };

    assert(pthread_mutex_timedlock(&held, &wrong) == 0); /* it was free */
    pthread_create(&a, NULL, compete, NULL);
    pthread_create(&b, NULL, compete, &lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_mutex_unlock(&held) == 0);
    return 0;
}
