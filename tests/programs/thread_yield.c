/* thread_yield.c - a thread that yields until another has done its part lets
 * it, under every strategy.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int turn;

static void *work(void *argument)
{
    int me = *(int *)argument;

    for (int round = 0; round < 3; round++) {
        while (atomic_load(&turn) % 3 != me)
            assert(sched_yield() == 0);
        atomic_fetch_add(&turn, 1);
    }
    return NULL;
}

int main(void)
{
    int numbers[3] = { 0, 1, 2 };
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&turn) == 9);
    return 0;
}
