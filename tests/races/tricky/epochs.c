/* epochs.c - a reader says when it reads; who took the object out waits
 * until it does not, and changes it.  The twin leaves relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

struct object {
    int value;
} one = { 1 }, two = { 2 };
_Atomic(struct object *) current = &one;
atomic_int reading;

THREAD(reader)
{
    for (int i = 0; i < 2; i++) {
        atomic_store(&reading, 1);
        sink += atomic_load(&current)->value;
        atomic_store_explicit(&reading, 0, TWO(RELEASE, RELAXED));
    }
    return NULL;
}

THREAD(writer)
{
    atomic_store(&current, &two);
    SPIN_UNTIL(atomic_load(&reading) == 0);
    one.value = -1;
    return NULL;
}

int main(void)
{
    run(reader, writer);
    return 0;
}
