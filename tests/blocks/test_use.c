/* test_use.c - a test and a change that relies on it, in one function and
 * without an annotation: each is atomic, both together are not.  The twin
 * returns what it has taken, so somebody may test again.
 * EXPECT: block-race
 * TWIN: none
 */
#include "block.h"

atomic_int left = 1;

static long take(void)
{
    if (atomic_load(&left) <= 0)
        return 0;
    TWO(, return) atomic_fetch_sub(&left, 1);
    return 1;
}

THREAD(one)
{
    sink = take();
    return NULL;
}

THREAD(two)
{
    sink2 = take();
    return NULL;
}

int main(void)
{
    run(one, two);
    return 0;
}
