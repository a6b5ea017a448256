/* thread_priority_kept.c - under pct without drops a thread that waits for its
 * first step keeps its priority: it runs before all of main's steps or after
 * them.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --strategy pct --depth 1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { STEPS = 20 };

static atomic_int steps;

static void *work(void *argument)
{
    const int seen = steps;

    assert(seen == 0 || seen == STEPS);
    return argument;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    for (int i = 0; i < STEPS; i++)
        steps++;
    pthread_join(t, NULL);
    return 0;
}
