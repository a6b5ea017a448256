/* plain_atomic.c - two atomic writes; in the twin one is plain.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

atomic_int x; /* not static: see race.h */

THREAD(a)
{
    x = 1;
    return NULL;
}

THREAD(b)
{
    TWO(atomic_store(&x, 2), *(int *)&x = 2);
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
