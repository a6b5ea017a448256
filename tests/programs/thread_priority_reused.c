/* thread_priority_reused.c - two threads, the second begins when the first has
 * ended and has its number: it must not have its priority, too.  The first
 * runs while main waits for it, so no strategy is asked about its end.
 * EXPECT: assertion
 * EXECUTIONS: 100
 * OPTIONS: --strategy pct --depth 1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool main_was_first;
static bool order[2];

static void *work(void *argument)
{
    *(bool *)argument = main_was_first;
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_t t;

        main_was_first = false;
        pthread_create(&t, NULL, work, &order[i]);
        main_was_first = true;
        pthread_join(t, NULL);
    }
    assert(order[0] == order[1]);
    return 0;
}
