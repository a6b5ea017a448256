/* ring.c - a ring for one producer, used by several.
 * KIND: race.  -DMENDED: without the bug. */
#include "ring.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ring {
    pthread_mutex_t m;
    atomic_uint head, tail;
    atomic_int slots[8];
};

struct ring *ring_new(void)
{
    struct ring *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void ring_free(struct ring *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int ring_put(struct ring *x, int v)
{
    unsigned h;
    int r = -1;

#ifdef MENDED
    pthread_mutex_lock(&x->m);
#endif
    h = atomic_load(&x->head);
    if (h - atomic_load(&x->tail) < 8) {
        atomic_store(&x->slots[h & 7], v);
        atomic_store(&x->head, h + 1);
        r = 0;
    }
#ifdef MENDED
    pthread_mutex_unlock(&x->m);
#endif
    return r;
}

int ring_get(struct ring *x)
{
    unsigned t;
    int v = -1;

    pthread_mutex_lock(&x->m);
    t = atomic_load(&x->tail);
    if (t != atomic_load(&x->head)) {
        v = atomic_load(&x->slots[t & 7]);
        atomic_store(&x->tail, t + 1);
    }
    pthread_mutex_unlock(&x->m);
    return v;
}
