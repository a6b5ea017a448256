/* cond_timedwait.c - a timed wait ends by a signal or at its time, holding the
 * mutex both ways; on either clock.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t realtime = PTHREAD_COND_INITIALIZER;
static pthread_cond_t monotonic;
static int ready, inside;

static struct timespec in_ms(clockid_t clock, long ms)
{
    struct timespec t;

    clock_gettime(clock, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void wait_until_ready(pthread_cond_t *c, clockid_t clock, int use_clock)
{
    struct timespec when = in_ms(clock, 20), now;
    int error = 0;

    pthread_mutex_lock(&lock);
    while (!ready && error == 0) {
        error = use_clock ? pthread_cond_clockwait(c, &lock, clock, &when)
                          : pthread_cond_timedwait(c, &lock, &when);
        assert(inside++ == 0);
        assert(pthread_mutex_trylock(&lock) == EBUSY);
        inside--;
    }
    assert(error == 0 || error == ETIMEDOUT);
    clock_gettime(clock, &now);
    if (error == ETIMEDOUT)
        assert(now.tv_sec > when.tv_sec ||
               (now.tv_sec == when.tv_sec && now.tv_nsec >= when.tv_nsec));
    when.tv_nsec = 1000000000;
    assert(pthread_cond_timedwait(c, &lock, &when) == EINVAL);
    assert(pthread_mutex_unlock(&lock) == 0);
}

static void *on_realtime(void *argument)
{
    wait_until_ready(&realtime, CLOCK_REALTIME, 0);
    return argument;
}

static void *on_monotonic(void *argument)
{
    wait_until_ready(&monotonic, CLOCK_MONOTONIC, argument != NULL);
    return NULL;
}

int main(void)
{
    pthread_condattr_t attributes;
    pthread_t a, b, c;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&monotonic, &attributes);
    pthread_create(&a, NULL, on_realtime, NULL);
    pthread_create(&b, NULL, on_monotonic, NULL);
    pthread_create(&c, NULL, on_monotonic, &lock);
    nanosleep(&(struct timespec){ .tv_nsec = 15000000 }, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_broadcast(&realtime);
    pthread_cond_broadcast(&monotonic);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(pthread_cond_destroy(&monotonic) == 0);
    return 0;
}
