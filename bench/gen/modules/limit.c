/* limit.c - the limit is tested before the lock is taken.
 * KIND: atomicity.  -DMENDED: without the bug. */
#include "limit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct limit {
    pthread_mutex_t m;
    int n;
};

struct limit *limit_new(void)
{
    struct limit *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void limit_free(struct limit *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int limit_enter(struct limit *x)
{
    int r = -1;

#ifdef MENDED
    pthread_mutex_lock(&x->m);
    if (x->n < 2) {
        x->n++;
        r = 0;
    }
#else
    if (x->n >= 2)
        return -1;
    pthread_mutex_lock(&x->m);
    x->n++;
    r = 0;
#endif
    pthread_mutex_unlock(&x->m);
    return r;
}

int limit_leave(struct limit *x)
{
    int r = -1;

    pthread_mutex_lock(&x->m);
    if (x->n > 0) {
        x->n--;
        r = 0;
    }
    pthread_mutex_unlock(&x->m);
    return r;
}

int limit_inside(struct limit *x)
{
    int n;

    pthread_mutex_lock(&x->m);
    n = x->n;
    pthread_mutex_unlock(&x->m);
    return n;
}
