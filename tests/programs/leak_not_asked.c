/* leak_not_asked.c - a program may end while threads run; without --leaks that
 * is no finding.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ticks;

static void *tick(void *arg)
{
    for (;;)
        atomic_fetch_add(&ticks, 1);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, tick, NULL);
    while (atomic_load(&ticks) < 3)
        ;
    assert(atomic_load(&ticks) >= 3);
    return 0;
}
