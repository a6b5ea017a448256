/* seed.c - two threads draw the seed of the table at the same time; entries
 * stay under the one that is replaced. KIND: atomicity.  -DMENDED: without the
 * bug. */
#include "seed.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct seed {
    pthread_mutex_t m;
    int seed, drawn;
    int used[8];
};

struct seed *seed_new(void)
{
    struct seed *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void seed_free(struct seed *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

static int seed_of(struct seed *x)
{
#ifdef MENDED
    pthread_mutex_lock(&x->m);
    if (x->seed == 0)
        x->seed = ++x->drawn;
    pthread_mutex_unlock(&x->m);
    return x->seed;
#else
    int s = x->seed;

    if (s == 0) {
        pthread_mutex_lock(&x->m);
        s = ++x->drawn;
        pthread_mutex_unlock(&x->m);
        x->seed = s;
    }
    return s;
#endif
}

int seed_put(struct seed *x, int key)
{
    int at = (seed_of(x) + key) & 7, was;

    pthread_mutex_lock(&x->m);
    was = x->used[at];
    x->used[at] = 1;
    pthread_mutex_unlock(&x->m);
    return was;
}

int seed_has(struct seed *x, int key)
{
    int at = (seed_of(x) + key) & 7, is;

    pthread_mutex_lock(&x->m);
    is = x->used[at];
    pthread_mutex_unlock(&x->m);
    return is;
}
