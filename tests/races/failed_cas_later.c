/* failed_cas_later.c - a compare-exchange that fails comes before a plain read, by
 * a relaxed flag alone; that of the twin succeeds.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "race.h"

int state = 2;
atomic_int flag;

THREAD(a)
{
    int was = TWO(1, 2);

    __atomic_compare_exchange_n(&state, &was, 3, 0, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    atomic_store_explicit(&flag, 1, RELAXED);
    return NULL;
}

THREAD(b)
{
    if (atomic_load_explicit(&flag, RELAXED))
        sink = state;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
