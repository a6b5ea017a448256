/* sleep_results.c - what the sleeping calls return, and that at least the time
 * asked for has passed.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long long now(clockid_t clock)
{
    struct timespec t;

    assert(clock_gettime(clock, &t) == 0);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *sleeper(void *argument)
{
    long long start = now(CLOCK_MONOTONIC);
    struct timespec t = { .tv_nsec = 2000000 };

    assert(nanosleep(&t, NULL) == 0);
    assert(now(CLOCK_MONOTONIC) - start >= 2000000);
    start = now(CLOCK_MONOTONIC);
    assert(usleep(3000) == 0);
    assert(now(CLOCK_MONOTONIC) - start >= 3000000);
    return argument;
}

static void *absolute(void *argument)
{
    struct timespec t;
    long long due = now(CLOCK_REALTIME) + 5000000;

    t.tv_sec = due / 1000000000;
    t.tv_nsec = due % 1000000000;
    assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &t, NULL) == 0);
    assert(now(CLOCK_REALTIME) >= due);
    t.tv_sec = 1; /* long ago */
    assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == 0);
    assert(clock_nanosleep(CLOCK_BOOTTIME, 0,
                           &(struct timespec){ .tv_nsec = 10 }, NULL) == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    struct timespec wrong = { .tv_nsec = 1000000000 };

    pthread_create(&a, NULL, sleeper, NULL);
    pthread_create(&b, NULL, absolute, NULL);
    assert(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
    assert(nanosleep(&(struct timespec){ .tv_sec = -1 }, NULL) == -1);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &wrong, NULL) == EINVAL);
    assert(sleep(0) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
