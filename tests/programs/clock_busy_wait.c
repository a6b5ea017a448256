/* clock_busy_wait.c - busy waiting for a deadline ends soon: reading a clock
 * moves time, faster and faster while nobody has anything else to do.
 * EXPECT: clean
 * EXECUTIONS: 50
 * OPTIONS: --steps 20000
 */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *waiter(void *argument)
{
    double end = seconds() + 3;

    while (seconds() < end)
        ;
    assert(seconds() >= end);
    return argument;
}

static void *cpu_waiter(void *argument)
{
    clock_t start = clock();

    while (clock() - start < CLOCKS_PER_SEC)
        ;
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, cpu_waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
