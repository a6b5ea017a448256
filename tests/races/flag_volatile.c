/* flag_volatile.c - a volatile flag; the twin has an atomic one.
 * EXPECT: seen
 * TWIN: none
 */
#include "race.h"

static TWO(volatile int, atomic_int) flag;

THREAD(a)
{
    data = 1;
    flag = 1;
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(flag);
    sink = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
