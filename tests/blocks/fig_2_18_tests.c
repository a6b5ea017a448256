/* fig_2_18_tests.c - the code of figure 2.10: two locks, and each function tests what the
 * other changes.  Both a multi-variable race and a multi-variable block race
 * (theorem 4: MR and MBR meet); in C also a data race.  The twin has one lock.
 * EXPECT: data-race multi-variable-race multi-variable-block-race
 * TWIN: none
 */
#include "block.h"

THREAD(deposit)
{
    raddle_block_begin();
    LOCK(m);
    if (debt == 0)
        balance += 10;
    UNLOCK(m);
    raddle_block_end();
    return NULL;
}

THREAD(withdraw)
{
    raddle_block_begin();
    LOCK(TWO(m2, m));
    if (balance == 0)
        debt += 5;
    UNLOCK(TWO(m2, m));
    raddle_block_end();
    return NULL;
}

int main(void)
{
    raddle_associate(&balance, sizeof(balance), &debt, sizeof(debt));
    run(deposit, withdraw);
    return 0;
}
