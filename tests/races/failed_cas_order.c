/* failed_cas_order.c - a compare-exchange that fails reads, in an order of its
 * own; that of the twin is relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "race.h"

atomic_int state;

THREAD(a)
{
    data = 1;
    atomic_store_explicit(&state, 2, RELEASE);
    return NULL;
}

THREAD(b)
{
    int was = 1;

    if (!atomic_compare_exchange_strong_explicit(&state, &was, 3, ACQ_REL,
                                                 TWO(ACQUIRE, RELAXED)) &&
        was == 2)
        sink = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
