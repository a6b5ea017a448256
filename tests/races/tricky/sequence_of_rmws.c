/* sequence_of_rmws.c - a release sequence that other threads continue with
 * relaxed read-modify-writes; the twin begins it relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

atomic_int stage;

THREAD(a)
{
    data = 1;
    atomic_store_explicit(&stage, 1, TWO(RELEASE, RELAXED));
    return NULL;
}

THREAD(b)
{
    int was = 1;

    while (!atomic_compare_exchange_weak_explicit(&stage, &was, 2, RELAXED,
                                                  RELAXED)) {
        was = 1;
        sched_yield();
    }
    atomic_fetch_add_explicit(&stage, 1, RELAXED);
    return NULL;
}

THREAD(c)
{
    SPIN_UNTIL(atomic_load_explicit(&stage, ACQUIRE) == 3);
    sink = data;
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
