/* halves.c - one thread writes two associated atomics, another reads both: it may see
 * one old and one new value.  The twin has a lock around each pair.
 * EXPECT: multi-variable-race multi-variable-block-race
 * TWIN: none
 */
#include "block.h"

static atomic_int low, high;

THREAD(writer)
{
    TWO((void)m, LOCK(m));
    atomic_store(&low, 1);
    atomic_store(&high, 1);
    TWO((void)m, UNLOCK(m));
    return NULL;
}

THREAD(reader)
{
    TWO((void)m, LOCK(m));
    raddle_block_begin();
    sink = atomic_load(&low);
    sink += atomic_load(&high);
    raddle_block_end();
    TWO((void)m, UNLOCK(m));
    return NULL;
}

int main(void)
{
    raddle_associate(&low, sizeof(low), &high, sizeof(high));
    run(writer, reader);
    return 0;
}
