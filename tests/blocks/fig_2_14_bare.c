/* fig_2_14_bare.c - test and withdrawal without a lock: both a data race and a block
 * race (theorem 1: DR and BR meet).  The twin has a lock around both.
 * EXPECT: data-race block-race
 * TWIN: none
 */
#include "block.h"

THREAD(withdraw)
{
    TWO((void)m, LOCK(m));
    raddle_block_begin();
    if (balance >= 10)
        balance -= 10;
    raddle_block_end();
    TWO((void)m, UNLOCK(m));
    return NULL;
}

int main(void)
{
    balance = 10;
    run(withdraw, withdraw);
    return 0;
}
