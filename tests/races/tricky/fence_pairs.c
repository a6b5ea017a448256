/* fence_pairs.c - each way to pair a fence or an ordered access
 * with another; the twin has one acquire fence relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

int parts[4];
atomic_int flags[4];

THREAD(a)
{
    parts[0] = 1;
    atomic_thread_fence(RELEASE);
    atomic_store_explicit(&flags[0], 1, RELAXED);
    parts[1] = 1;
    atomic_store_explicit(&flags[1], 1, RELEASE);
    parts[2] = 1;
    atomic_thread_fence(ACQ_REL);
    atomic_store_explicit(&flags[2], 1, RELAXED);
    parts[3] = 1;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&flags[3], 1, RELAXED);
    return NULL;
}

THREAD(b)
{
    if (atomic_load_explicit(&flags[0], ACQUIRE))
        sink += parts[0];
    if (atomic_load_explicit(&flags[1], RELAXED)) {
        atomic_thread_fence(ACQUIRE);
        sink += parts[1];
    }
    return NULL;
}

THREAD(c)
{
    if (atomic_load_explicit(&flags[2], RELAXED)) {
        atomic_thread_fence(TWO(ACQUIRE, RELEASE));
        sink2 += parts[2];
    }
    if (atomic_load_explicit(&flags[3], RELAXED)) {
        atomic_thread_fence(memory_order_seq_cst);
        sink2 += parts[3];
    }
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, c, NULL);
    run(a, b);
    pthread_join(t, NULL);
    return 0;
}
