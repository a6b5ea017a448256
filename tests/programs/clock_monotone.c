/* clock_monotone.c - no clock ever runs backwards, in whichever thread it is
 * read.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static const clockid_t clocks[] = {
    CLOCK_REALTIME,           CLOCK_MONOTONIC,
    CLOCK_PROCESS_CPUTIME_ID, CLOCK_MONOTONIC_RAW,
    CLOCK_REALTIME_COARSE,    CLOCK_MONOTONIC_COARSE,
    CLOCK_BOOTTIME,           CLOCK_TAI,
};
#define N_CLOCKS (sizeof(clocks) / sizeof(clocks[0]))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec latest[N_CLOCKS];

static int is_before(struct timespec a, struct timespec b)
{
    return a.tv_sec < b.tv_sec ||
           (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static void *reader(void *argument)
{
    struct timespec own = { 0 }, t;

    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < N_CLOCKS; i++) {
            pthread_mutex_lock(&lock);
            assert(clock_gettime(clocks[i], &t) == 0);
            assert(t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
            assert(!is_before(t, latest[i]));
            latest[i] = t;
            pthread_mutex_unlock(&lock);
        }
        assert(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0);
        assert(!is_before(t, own));
        own = t;
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
