/* test_calls.c - two calls from the same place are two: what the first one has
 * tested the second one does not rely on.  In the twin the first changes it.
 * EXPECT: none
 * TWIN: block-race
 */
#include "block.h"

atomic_int taken = 5;

static volatile int rounds = 2;

__attribute__((noinline)) static void take(int checks)
{
    if (checks && atomic_load(&taken) >= 5)
        return;
    atomic_fetch_add(&taken, 1);
}

THREAD(one)
{
    for (int i = 0; i < rounds; i++)
        take(i == 0);
    return NULL;
}

THREAD(two)
{
    atomic_store(&taken, 0);
    atomic_store(&taken, TWO(0, 1));
    return NULL;
}

int main(void)
{
    run(one, two);
    return 0;
}
