/* reused.c - a block ends, another begins: accesses of the one and the other are
 * not one operation.  The twin does not end the first.
 * EXPECT: none
 * TWIN: block-race
 */
#include "block.h"

static atomic_int counter;

THREAD(twice)
{
    raddle_block_begin();
    sink = atomic_load(&counter);
    TWO(raddle_block_end(), raddle_block_begin());
    raddle_block_begin();
    sink += atomic_load(&counter);
    raddle_block_end();
    return NULL;
}

THREAD(change)
{
    atomic_store(&counter, 1);
    return NULL;
}

int main(void)
{
    run(twice, change);
    return 0;
}
