/* ring.c - a ring of one producer and one consumer; the consumer of the
 * twin gives places back relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

#define SIZE 2
#define ITEMS 4
int cells[SIZE];
atomic_uint head, tail;

THREAD(produce)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        SPIN_UNTIL(i - atomic_load_explicit(&tail, ACQUIRE) < SIZE);
        cells[i % SIZE] = (int)i;
        atomic_store_explicit(&head, i + 1, RELEASE);
    }
    return NULL;
}

THREAD(consume)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        SPIN_UNTIL(atomic_load_explicit(&head, ACQUIRE) > i);
        sink += cells[i % SIZE];
        atomic_store_explicit(&tail, i + 1, TWO(RELEASE, RELAXED));
    }
    return NULL;
}

int main(void)
{
    run(produce, consume);
    return 0;
}
