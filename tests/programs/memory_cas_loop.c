/* memory_cas_loop.c - a loop around a compare-exchange loses nothing, though
 * the exchange fails when another was first, and a weak one at any time.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int weak, strong;

static void *add(void *unused)
{
    int old = atomic_load(&weak);

    while (!atomic_compare_exchange_weak(&weak, &old, old + 1))
        ;
    old = atomic_load_explicit(&strong, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(
        &strong, &old, old + 1, memory_order_release, memory_order_relaxed))
        ;
    return unused;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    add(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(weak == 3);
    assert(strong == 3);
    return 0;
}
