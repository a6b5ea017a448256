/* spinlock_acqrel.c - a spin lock of atomics; the twin takes it relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "race.h"

static atomic_int lk;

THREAD(a)
{
    SPIN_UNTIL(!atomic_exchange_explicit(&lk, 1, TWO(ACQUIRE, RELAXED)));
    data++;
    atomic_store_explicit(&lk, 0, RELEASE);
    return NULL;
}

int main(void)
{
    run(a, a);
    return 0;
}
