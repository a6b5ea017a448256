/* store_breaks_chain.c - a relaxed store of another thread ends the release
 * sequence; that of the twin releases what it has acquired. EXPECT:
 * memory-order TWIN: none
 */
#include "race.h"

static atomic_int flag;

THREAD(a)
{
    data = 1;
    atomic_store_explicit(&flag, 1, RELEASE);
    return NULL;
}

THREAD(b)
{
    SPIN_UNTIL(atomic_load_explicit(&flag, ACQUIRE) == 1);
    atomic_store_explicit(&flag, 2, TWO(RELAXED, RELEASE));
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
