/* flag_relaxed_load.c - a flag that is loaded relaxed; the twin acquires.
 * EXPECT: memory-order
 * TWIN: none
 */
#include "race.h"

static atomic_int flag;

THREAD(a)
{
    data = 1;
    atomic_store_explicit(&flag, 1, RELEASE);
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(atomic_load_explicit(&flag, TWO(RELAXED, ACQUIRE)));
    sink = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
