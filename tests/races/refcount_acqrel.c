/* refcount_acqrel.c - the last one frees; the decrement of the twin only
 * acquires. EXPECT: none TWIN: memory-order
 */
#include "race.h"

static struct object {
    atomic_int n;
    int v;
} * q;

THREAD(a)
{
    q->v++;
    if (atomic_fetch_sub_explicit(&q->n, 1, TWO(ACQ_REL, ACQUIRE)) == 1)
        free(q);
    return NULL;
}

THREAD(b)
{
    if (atomic_fetch_sub_explicit(&q->n, 1, TWO(ACQ_REL, ACQUIRE)) == 1)
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
