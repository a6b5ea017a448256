/* fig_2_9_two_sections.c - the test in one critical section, the withdrawal in another: a block
 * race without a data race (theorem 1: BR is not in DR).  The twin gives the
 * lock up only at the end.
 * EXPECT: block-race
 * TWIN: none
 */
#include "block.h"

THREAD(withdraw)
{
    int enough;

    raddle_block_begin();
    LOCK(m);
    enough = balance >= 10;
    TWO(UNLOCK(m), (void)m);
    TWO(LOCK(m), (void)m);
    if (enough)
        balance -= 10;
    UNLOCK(m);
    raddle_block_end();
    return NULL;
}

int main(void)
{
    balance = 10;
    run(withdraw, withdraw);
    return 0;
}
