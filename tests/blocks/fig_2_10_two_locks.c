/* fig_2_10_two_locks.c - each variable has a lock of its own: a multi-variable race without a
 * data race (theorem 2: DR is strictly in MR).  In the figure each function also
 * reads the other variable, which in C is a data race: see fig_2_18_tests.c.
 * The twin has one lock.
 * EXPECT: multi-variable-race
 * TWIN: none
 */
#include "block.h"

THREAD(deposit)
{
    LOCK(m);
    balance += 10;
    UNLOCK(m);
    return NULL;
}

THREAD(withdraw)
{
    LOCK(TWO(m2, m));
    debt += 5;
    UNLOCK(TWO(m2, m));
    return NULL;
}

int main(void)
{
    raddle_associate(&balance, sizeof(balance), &debt, sizeof(debt));
    run(deposit, withdraw);
    return 0;
}
