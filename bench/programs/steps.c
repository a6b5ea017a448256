/* steps.c - as many threads and steps as asked for, all of them decisions: what
 * one more step costs.
 *     steps THREADS STEPS */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define MOST_THREADS 64

static atomic_int counters[16];
static long each;

static void *count(void *argument)
{
    const long n = each; /* read once: a step is one change */

    for (long i = 0; i < n; i++)
        counters[i % 16]++;
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST_THREADS];
    int n = argc > 1 ? atoi(argv[1]) : 2;
    long sum = 0;

    assert(n >= 1 && n <= MOST_THREADS);
    each = (argc > 2 ? atol(argv[2]) : 1000) / n;
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 16; i++)
        sum += counters[i];
    assert(sum == n * each);
    return 0;
}
