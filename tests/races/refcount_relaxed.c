/* refcount_relaxed.c - the last one frees, but the decrement is relaxed; that
 * of the twin acquires and releases. EXPECT: memory-order TWIN: none
 */
#include "race.h"

static struct object {
    atomic_int n;
    int v;
} * q;

THREAD(a)
{
    q->v++;
    if (atomic_fetch_sub_explicit(&q->n, 1, TWO(RELAXED, ACQ_REL)) == 1)
        free(q);
    return NULL;
}

THREAD(b)
{
    if (atomic_fetch_sub_explicit(&q->n, 1, TWO(RELAXED, ACQ_REL)) == 1)
        free(q);
    return NULL;
}

int main(void)
{
    q = calloc(1, sizeof(*q));
    q->n = 2;
    run(a, b);
    return 0;
}
