/* failed_cas_read.c - a compare-exchange that fails only reads: it does not race
 * with a plain read; that of the twin succeeds.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

int state = 2;

THREAD(a)
{
    sink = state;
    return NULL;
}

THREAD(b)
{
    int was = TWO(1, 2);

    __atomic_compare_exchange_n(&state, &was, 3, 0, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
