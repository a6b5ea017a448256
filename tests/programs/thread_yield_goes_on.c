/* thread_yield_goes_on.c - a yield is a hint: the thread may go on at once, so
 * that a yield orders nothing.
 * EXPECT: assertion at 32
 * EXECUTIONS: 200
 * CFLAGS: -O1
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define YIELDS 3 /* too few to be taken for a loop that spins */

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
    /* One step of the other is its start: it has written YIELDS - 1 times if
     * it steps at each yield, and less only if main goes on at one of them. */
    assert(atomic_load(&done) >= YIELDS - 1);
    pthread_join(t, NULL);
    return 0;
}
