/* flag_release.c - a flag with release and acquire; the twin stores it relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "race.h"

static atomic_int flag;

THREAD(a)
{
    data = 1;
    atomic_store_explicit(&flag, 1, TWO(RELEASE, RELAXED));
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(atomic_load_explicit(&flag, ACQUIRE));
    sink = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
