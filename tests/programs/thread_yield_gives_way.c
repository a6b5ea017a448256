/* thread_yield_gives_way.c - whoever yields is left out until another has
 * stepped, from the first time on.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define YIELDS 5 /* too few to be taken for a loop that spins */

static atomic_int done;

static void *work(void *argument)
{
    for (int i = 1; i < 2 * YIELDS; i++)
        atomic_store(&done, i);
    return argument;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    for (int i = 0; i < YIELDS; i++)
        sched_yield();
    /* One step of the other was its start. */
    assert(atomic_load(&done) >= YIELDS - 1);
    pthread_join(t, NULL);
    return 0;
}
