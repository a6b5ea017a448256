/* one_side.c - another thread changes one of two associated variables within a block,
 * and nothing else: "first the block, then the change" explains it.  The twin
 * changes the other one too.
 * EXPECT: none
 * TWIN: multi-variable-block-race
 */
#include "block.h"

THREAD(look)
{
    raddle_block_begin();
    LOCK(m);
    sink = balance;
    UNLOCK(m);
    LOCK(m);
    sink += debt;
    UNLOCK(m);
    raddle_block_end();
    return NULL;
}

THREAD(change)
{
    LOCK(m);
    balance = 1;
    TWO(sink2, debt) = 1;
    UNLOCK(m);
    return NULL;
}

int main(void)
{
    raddle_associate(&balance, sizeof(balance), &debt, sizeof(debt));
    run(look, change);
    return 0;
}
