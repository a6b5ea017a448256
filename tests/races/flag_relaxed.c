/* flag_relaxed.c - a relaxed flag.
 * EXPECT: memory-order
 */
#include "race.h"

static atomic_int flag;

THREAD(a)
{
    data = 1;
    atomic_store_explicit(&flag, 1, RELAXED);
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(atomic_load_explicit(&flag, RELAXED));
    sink = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
