/* fig_2_13_cache.c - one thread reads what the other writes: a data race.  The block
 * has no second access, so it is not a block race (theorem 1: DR is not in BR;
 * theorem 4: MR is not in MBR).  The twin has one lock.
 * EXPECT: data-race
 * TWIN: none
 */
#include "block.h"

int n_cache;

THREAD(reader)
{
    raddle_block_begin();
    LOCK(TWO(m2, m));
    sink = n_cache;
    UNLOCK(TWO(m2, m));
    raddle_block_end();
    return NULL;
}

THREAD(writer)
{
    LOCK(m);
    n_cache = 1;
    UNLOCK(m);
    return NULL;
}

int main(void)
{
    raddle_associate(&n_cache, sizeof(n_cache), &debt, sizeof(debt));
    run(reader, writer);
    return 0;
}
