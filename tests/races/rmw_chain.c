/* rmw_chain.c - a relaxed read-modify-write of a third thread continues the
 * release sequence; the twin does not begin one. EXPECT: none TWIN:
 * memory-order
 */
#include "race.h"

static atomic_int flag;

THREAD(a)
{
    data = 1;
    atomic_store_explicit(&flag, 1, TWO(RELEASE, RELAXED));
    return NULL;
}

THREAD(b)
{
    int expected = 1;

    while (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2,
                                                    RELAXED, RELAXED)) {
        expected = 1;
        sched_yield();
    }
    return NULL;
}

THREAD(d)
{
    SPIN_UNTIL(atomic_load_explicit(&flag, ACQUIRE) == 2);
    sink = data;
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, d, NULL);
    run(a, b);
    pthread_join(t, NULL);
    return 0;
}
