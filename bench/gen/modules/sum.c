/* sum.c - the flag that the cached sum is old is cleared after the sum was
 * made. KIND: atomicity.  -DMENDED: without the bug. */
#include "sum.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct sum {
    pthread_mutex_t m;
    int n, items[32], cached, old;
};

struct sum *sum_new(void)
{
    struct sum *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void sum_free(struct sum *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int sum_add(struct sum *x, int v)
{
    pthread_mutex_lock(&x->m);
    if (x->n < 32)
        x->items[x->n++] = v;
    x->old = 1;
    pthread_mutex_unlock(&x->m);
    return 0;
}

int sum_get(struct sum *x)
{
    int v = 0;

    pthread_mutex_lock(&x->m);
    if (x->old) {
        for (int i = 0; i < x->n; i++)
            v += x->items[i];
#ifndef MENDED
        pthread_mutex_unlock(&x->m);
        pthread_mutex_lock(&x->m);
#endif
        x->cached = v;
        x->old = 0;
    }
    v = x->cached;
    pthread_mutex_unlock(&x->m);
    return v;
}
