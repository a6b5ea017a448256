/* accessors.c - one function reads under the lock, another writes under it, and one
 * call uses both.  The twin has a function that changes under the lock.
 * EXPECT: block-race
 * TWIN: none
 */
#include "block.h"

static __attribute__((noinline)) int get(void)
{
    int b;

    LOCK(m);
    b = balance;
    UNLOCK(m);
    return b;
}

static __attribute__((noinline)) void set(int b)
{
    LOCK(m);
    balance TWO(=, +=) b;
    UNLOCK(m);
}

THREAD(deposit)
{
    for (int i = 0; i < 3; i++)
        set(get() + 10);
    return NULL;
}

int main(void)
{
    run(deposit, deposit);
    return 0;
}
