/* cache.c - looks under the read lock and makes the entry under the write lock
 * without looking again. KIND: atomicity.  -DMENDED: without the bug. */
#include "cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cache {
    pthread_mutex_t m;
    pthread_rwlock_t rw;
    int made[4], there[4];
};

struct cache *cache_new(void)
{
    struct cache *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    pthread_rwlock_init(&x->rw, NULL);
    return x;
}

void cache_free(struct cache *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int cache_get(struct cache *x, unsigned key)
{
    int v, there;

    key &= 3;
    pthread_rwlock_rdlock(&x->rw);
    there = x->there[key];
    v = x->made[key];
    pthread_rwlock_unlock(&x->rw);
    if (there)
        return v;
    pthread_rwlock_wrlock(&x->rw);
#ifdef MENDED
    if (!x->there[key])
#endif
        x->made[key]++;
    x->there[key] = 1;
    v = x->made[key];
    pthread_rwlock_unlock(&x->rw);
    return v;
}

int cache_drop(struct cache *x, unsigned key)
{
    int was;

    key &= 3;
    pthread_rwlock_wrlock(&x->rw);
    was = x->there[key];
    x->there[key] = 0;
    pthread_rwlock_unlock(&x->rw);
    return was;
}
