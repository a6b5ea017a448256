/* heap_fail_malloc.c - with --fail-malloc the allocation that nobody checks
 * fails at last.
 * EXPECT: fatal-signal at 15
 * EXECUTIONS: 500
 * OPTIONS: --fail-malloc
 */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    volatile int *p = malloc(10 * sizeof(*p)), *q = malloc(sizeof(*q));

    if (p != NULL)
        *q = 7;
    free((void *)p);
    free((void *)q);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
