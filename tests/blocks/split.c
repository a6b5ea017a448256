/* split.c - a critical section split in two, without an annotation: what the
 * other thread writes in between is lost.  The twin adds to what is there.
 * EXPECT: block-race
 * TWIN: none
 */
#include "block.h"

THREAD(deposit)
{
    int b;

    LOCK(m);
    b = balance;
    UNLOCK(m);
    sink++;
    LOCK(m);
    balance TWO(=, +=) b + 10;
    UNLOCK(m);
    return NULL;
}

THREAD(withdraw)
{
    LOCK(m);
    balance -= 5;
    UNLOCK(m);
    return NULL;
}

int main(void)
{
    run(deposit, withdraw);
    return 0;
}
