/* flag_fences.c - fences around relaxed accesses; the fence of the twin
 * acquires where it should release. EXPECT: none TWIN: memory-order
 */
#include "race.h"

static atomic_int flag;

THREAD(a)
{
    data = 1;
    atomic_thread_fence(TWO(RELEASE, ACQUIRE));
    atomic_store_explicit(&flag, 1, RELAXED);
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(atomic_load_explicit(&flag, RELAXED));
    atomic_thread_fence(ACQUIRE);
    sink = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
