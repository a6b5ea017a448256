/* hundred.c - a hundred workers report when they are done, but one reports
 * before it has written its result; only if it is the last of all, and slow,
 * does anybody look too early.
 *
 * CLASS: one of a hundred threads late
 * FAILS: assertion
 * CAUSE: hundred.c:23 `if (++done == WORKERS)` counts the hasty one as done
 * CAUSE: hundred.c:37 `result[HASTY] = 1;` written afterwards
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define WORKERS 100
#define HASTY 95

static sem_t all;
static atomic_int done, result[WORKERS];

static void report(void)
{
    if (++done == WORKERS)
        sem_post(&all);
}

static void *worker(void *argument)
{
    result[(long)argument] = 1;
    report();
    return NULL;
}

static void *hasty(void *unused)
{
    report();
    result[HASTY] = 1;
    return unused;
}

int main(void)
{
    pthread_t t[WORKERS];
    int sum = 0;

    sem_init(&all, 0, 0);
    for (long i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, i == HASTY ? hasty : worker, (void *)i);
    sem_wait(&all);
    for (int i = WORKERS - 1; i >= 0; i--)
        sum += result[i];
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    assert(sum == WORKERS);
    return 0;
}
