/* flag_fence_one_side.c - a fence on one side only; the twin acquires on the
 * other. EXPECT: memory-order TWIN: none
 */
#include "race.h"

static atomic_int flag;

THREAD(a)
{
    data = 1;
    atomic_thread_fence(RELEASE);
    atomic_store_explicit(&flag, 1, RELAXED);
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(atomic_load_explicit(&flag, TWO(RELAXED, ACQUIRE)));
    sink = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
