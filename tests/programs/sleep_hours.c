/* sleep_hours.c - hours of sleep take no real time, and clocks show them.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#define HOUR 3600

static void *sleeper(void *argument)
{
    unsigned hours = (unsigned)(uintptr_t)argument;
    time_t start = time(NULL);
    struct timespec before, after;

    clock_gettime(CLOCK_MONOTONIC, &before);
    assert(sleep(hours * HOUR) == 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(time(NULL) - start >= hours * HOUR);
    assert(after.tv_sec - before.tv_sec >= hours * HOUR);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, sleeper, (void *)5);
    pthread_create(&b, NULL, sleeper, (void *)24);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
