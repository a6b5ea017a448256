/* spin_atomic_plain.c - threads that wait for an atomic variable without a
 * yield, compiled without optimisation: each turn of the loop also writes to
 * the waiting thread's own stack.  No strategy may starve who is waited for.
 * EXPECT: clean
 * EXECUTIONS: 200
 * OPTIONS: --steps 20000 --strategy similarity
 * CFLAGS: -O0
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int n;

static void *wait_and_add(void *argument)
{
    while (atomic_load(&turn) != 1)
        ;
    n++;
    atomic_store(&turn, 2);
    return argument;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, wait_and_add, NULL);
    n++;
    atomic_store(&turn, 1);
    while (atomic_load(&turn) != 2)
        ;
    assert(n == 2);
    pthread_join(t, NULL);
    return 0;
}
