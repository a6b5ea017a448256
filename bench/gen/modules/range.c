/* range.c - both ends are set one after the other: a reader sees one old and
 * one new. KIND: atomicity.  -DMENDED: without the bug. */
#include "range.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct range {
    pthread_mutex_t m;
    int low, high;
};

struct range *range_new(void)
{
    struct range *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void range_free(struct range *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int range_set(struct range *x, int low, int high)
{
    pthread_mutex_lock(&x->m);
    x->low = low;
#ifndef MENDED
    pthread_mutex_unlock(&x->m);
    pthread_mutex_lock(&x->m);
#endif
    x->high = high;
    pthread_mutex_unlock(&x->m);
    return 0;
}

int range_width(struct range *x)
{
    int v;

    pthread_mutex_lock(&x->m);
    v = x->high - x->low;
    pthread_mutex_unlock(&x->m);
    return v;
}
