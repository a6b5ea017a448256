/* compare_exchange.c - a block whose compare-exchange fails begins anew: not a block race.
 * The twin stores without looking.
 * EXPECT: none
 * TWIN: block-race
 */
#include "block.h"

static atomic_int counter;

THREAD(add)
{
    int old, new;

    raddle_block_begin();
    old = atomic_load(&counter);
    do
        new = old + 1;
    while (TWO(!atomic_compare_exchange_strong(&counter, &old, new),
               (atomic_store(&counter, new), 0)));
    raddle_block_end();
    return NULL;
}

int main(void)
{
    run(add, add);
    return 0;
}
