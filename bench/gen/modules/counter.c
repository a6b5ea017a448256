/* counter.c - the count is changed without the lock.
 * KIND: race.  -DMENDED: without the bug. */
#include "counter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t m;
    int n;
};

struct counter *counter_new(void)
{
    struct counter *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void counter_free(struct counter *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int counter_add(struct counter *x, int by)
{
    int v;

#ifdef MENDED
    pthread_mutex_lock(&x->m);
#endif
    x->n += by;
    v = x->n;
#ifdef MENDED
    pthread_mutex_unlock(&x->m);
#endif
    return v;
}

int counter_get(struct counter *x)
{
    int v;

    pthread_mutex_lock(&x->m);
    v = x->n;
    pthread_mutex_unlock(&x->m);
    return v;
}
