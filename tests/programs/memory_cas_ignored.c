/* memory_cas_ignored.c - a compare-exchange that fails leaves the variable as
 * it was; who does not look loses an update.
 * EXPECT: assertion at 27
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *unused)
{
    int old = atomic_load(&counter);

    atomic_compare_exchange_strong(&counter, &old, old + 1);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
