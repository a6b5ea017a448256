/* ignored.c - accesses that the program has exempted.  The twin exempts others.
 * EXPECT: none
 * TWIN: block-race
 */
#include "block.h"

static atomic_int counter;

THREAD(add)
{
    int old;

    raddle_block_begin();
    old = atomic_load(&counter);
    atomic_store(&counter, old + 1);
    raddle_block_end();
    return NULL;
}

THREAD(reset)
{
    TWO(raddle_ignore_races_begin(), (void)m);
    atomic_store(&counter, 0);
    TWO(raddle_ignore_races_end(), (void)m);
    return NULL;
}

int main(void)
{
    run(add, reset);
    return 0;
}
