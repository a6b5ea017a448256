/* seqlock.c - a sequence lock; what it protects is atomic, and not in the
 * twin.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

atomic_uint sequence;
TWO(_Atomic int, int) first, second;

#ifdef TWIN
#define PUT(x, v) ((x) = (v))
#define GET(x) (x)
#else
#define PUT(x, v) atomic_store_explicit(&(x), v, RELAXED)
#define GET(x) atomic_load_explicit(&(x), RELAXED)
#endif

THREAD(writer)
{
    for (int i = 1; i < 3; i++) {
        unsigned s = atomic_load_explicit(&sequence, RELAXED);

        atomic_store_explicit(&sequence, s + 1, RELAXED);
        atomic_thread_fence(RELEASE);
        PUT(first, i);
        PUT(second, i);
        atomic_store_explicit(&sequence, s + 2, RELEASE);
    }
    return NULL;
}

THREAD(reader)
{
    for (int i = 0; i < 4; i++) {
        unsigned before = atomic_load_explicit(&sequence, ACQUIRE);
        int x = GET(first), y = GET(second);

        atomic_thread_fence(ACQUIRE);
        if (before % 2 == 0 &&
            before == atomic_load_explicit(&sequence, RELAXED) && x != y)
            abort();
    }
    return NULL;
}

int main(void)
{
    run(writer, reader);
    return 0;
}
