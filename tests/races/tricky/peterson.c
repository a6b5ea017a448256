/* peterson.c - Peterson's lock; the twin leaves it with a relaxed store.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

atomic_int wants[2], last;

static void section(int me)
{
    atomic_store(&wants[me], 1);
    atomic_store(&last, me);
    while (atomic_load(&wants[!me]) && atomic_load(&last) == me)
        sched_yield();
    data++;
    atomic_store_explicit(&wants[me], 0, TWO(RELEASE, RELAXED));
}

THREAD(a)
{
    section(0);
    section(0);
    return NULL;
}

THREAD(b)
{
    section(1);
    section(1);
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
