/* deadlock_barrier_too_few.c - a worker that finds nothing to do skips the
 * barrier at which the others wait for it.
 * EXPECT: deadlock at 24
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define WORKERS 2

static pthread_barrier_t barrier;
static atomic_int jobs = WORKERS - 1;
static int results[WORKERS];

static void *work(void *arg)
{
    int *result = arg;

    if (atomic_fetch_sub(&jobs, 1) <= 0)
        return NULL;
    *result = 1;
    pthread_barrier_wait(&barrier); /* here */
    return NULL;
}

int main(void)
{
    pthread_t t[WORKERS];

    assert(pthread_barrier_init(&barrier, NULL, WORKERS) == 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, work, &results[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
