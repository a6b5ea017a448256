/* rewind_clock.c - the clocks begin anew: hours that an execution slept away
 * have not passed for the next.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define N 4
static const clockid_t clocks[N] = { CLOCK_REALTIME, CLOCK_MONOTONIC,
                                     CLOCK_BOOTTIME, CLOCK_PROCESS_CPUTIME_ID };
static struct timespec early[N];
static volatile long shown; /* what is written enters the event hash */

__attribute__((constructor)) static void before_main(void)
{
    for (int i = 0; i < N; i++)
        clock_gettime(clocks[i], &early[i]);
}

static void *sleeps(void *argument)
{
    sleep((unsigned)(long)argument);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct timespec now;

    for (int i = 0; i < N; i++) {
        clock_gettime(clocks[i], &now);
        assert(now.tv_sec - early[i].tv_sec <= 2);
        shown = now.tv_sec;
        shown = now.tv_nsec;
    }
    pthread_create(&a, NULL, sleeps, (void *)3600);
    pthread_create(&b, NULL, sleeps, (void *)7200);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec - early[1].tv_sec >= 7200);
    return 0;
}
