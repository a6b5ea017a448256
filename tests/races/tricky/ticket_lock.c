/* ticket_lock.c - tickets are drawn relaxed, and served in order; the twin waits
 * relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

atomic_uint next, serving;

THREAD(add)
{
    for (int i = 0; i < 2; i++) {
        unsigned mine = atomic_fetch_add_explicit(&next, 1, RELAXED);

        SPIN_UNTIL(atomic_load_explicit(&serving, TWO(ACQUIRE, RELAXED)) ==
                   mine);
        data++;
        atomic_store_explicit(&serving, mine + 1, RELEASE);
    }
    return NULL;
}

int main(void)
{
    run(add, add);
    return 0;
}
