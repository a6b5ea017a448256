/* fig_2_11_two_sections.c - one lock, taken for the test and again for the change: a
 * multi-variable block race without a multi-variable race and without a block
 * race (theorem 3: BR is strictly in MBR; theorem 4: MBR is not in MR).  The twin
 * gives the lock up only at the end.
 * EXPECT: multi-variable-block-race
 * TWIN: none
 */
#include "block.h"

THREAD(deposit)
{
    int free_of_debt;

    raddle_block_begin();
    LOCK(m);
    free_of_debt = debt == 0;
    TWO(UNLOCK(m), (void)m);
    TWO(LOCK(m), (void)m);
    if (free_of_debt)
        balance += 10;
    UNLOCK(m);
    raddle_block_end();
    return NULL;
}

THREAD(withdraw)
{
    int empty;

    raddle_block_begin();
    LOCK(m);
    empty = balance == 0;
    TWO(UNLOCK(m), (void)m);
    TWO(LOCK(m), (void)m);
    if (empty)
        debt += 5;
    UNLOCK(m);
    raddle_block_end();
    return NULL;
}

int main(void)
{
    raddle_associate(&balance, sizeof(balance), &debt, sizeof(debt));
    run(deposit, withdraw);
    return 0;
}
