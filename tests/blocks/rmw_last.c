/* rmw_last.c - the last access of a block is an atomic update.  The twin has no
 * other.
 * EXPECT: block-race
 * TWIN: none
 */
#include "block.h"

static atomic_int counter;

THREAD(add)
{
    raddle_block_begin();
    sink += TWO(atomic_load(&counter), 1);
    atomic_fetch_add(&counter, 1);
    raddle_block_end();
    return NULL;
}

THREAD(other)
{
    atomic_fetch_add(&counter, 1);
    return NULL;
}

int main(void)
{
    run(add, other);
    return 0;
}
