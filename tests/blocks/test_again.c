/* test_again.c - a variable that is tested without its lock is tested again
 * before the change.  The twin leaves out the second test's dependence.
 * EXPECT: none
 * TWIN: block-race
 */
#include "block.h"

atomic_int made;

static void make(void)
{
    if (atomic_load(&made) != 0)
        return;
    LOCK(m);
    if (TWO(atomic_load(&made) == 0, 1))
        atomic_store(&made, atomic_load_explicit(&made, RELAXED) + 1);
    UNLOCK(m);
}

THREAD(one)
{
    make();
    return NULL;
}

THREAD(two)
{
    make();
    return NULL;
}

int main(void)
{
    run(one, two);
    return 0;
}
