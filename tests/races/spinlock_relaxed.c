/* spinlock_relaxed.c - a spin lock that is relaxed throughout; the twin
 * releases. EXPECT: memory-order TWIN: memory-order
 */
#include "race.h"

static atomic_int lk;

THREAD(a)
{
    SPIN_UNTIL(!atomic_exchange_explicit(&lk, 1, RELAXED));
    data++;
    atomic_store_explicit(&lk, 0, TWO(RELAXED, RELEASE));
    return NULL;
}

int main(void)
{
    run(a, a);
    return 0;
}
