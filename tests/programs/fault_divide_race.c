/* fault_divide_race.c - an average over a count that a reset makes 0 between
 * the test and the division.
 * EXPECT: fatal-signal at 16
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int sum = 12, count = 3;
static int average;

static void *report(void *arg)
{
    if (count != 0)
        average = sum / count; /* here */
    return arg;
}

static void *reset(void *arg)
{
    sum = 0;
    count = 0;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, report, NULL);
    pthread_create(&t[1], NULL, reset, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(average == 0 || average == 4);
    return 0;
}
