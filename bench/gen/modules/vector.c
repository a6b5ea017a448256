/* vector.c - the index is checked before the lock is taken: the array may be
 * gone. KIND: atomicity.  -DMENDED: without the bug. */
#include "vector.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct vector {
    pthread_mutex_t m;
    unsigned n, room;
    int *items;
};

struct vector *vec_new(void)
{
    struct vector *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void vec_free(struct vector *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int vec_add(struct vector *x, int v)
{
    int n;

    pthread_mutex_lock(&x->m);
    if (x->n == x->room) {
        x->room += 4;
        x->items = realloc(x->items, x->room * sizeof(int));
    }
    x->items[x->n++] = v;
    n = (int)x->n;
    pthread_mutex_unlock(&x->m);
    return n;
}

int vec_get(struct vector *x, unsigned i)
{
    int v = -1;

#ifdef MENDED
    pthread_mutex_lock(&x->m);
    if (i < x->n)
        v = x->items[i];
#else
    if (i >= x->n)
        return -1;
    pthread_mutex_lock(&x->m);
    v = x->items[i];
#endif
    pthread_mutex_unlock(&x->m);
    return v;
}

int vec_clear(struct vector *x)
{
    int n;

    pthread_mutex_lock(&x->m);
    n = (int)x->n;
    free(x->items);
    x->items = NULL;
    x->n = x->room = 0;
    pthread_mutex_unlock(&x->m);
    return n;
}
