/* two_locks.c - one lock to increment, another one to decrement.
 * KIND: race.  -DMENDED: without the bug. */
#include "two_locks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct two_locks {
    pthread_mutex_t m;
    pthread_mutex_t other;
    int n;
};

struct two_locks *tl_new(void)
{
    struct two_locks *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    pthread_mutex_init(&x->other, NULL);
    return x;
}

void tl_free(struct two_locks *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int tl_up(struct two_locks *x)
{
    int v;

    pthread_mutex_lock(&x->m);
    v = ++x->n;
    pthread_mutex_unlock(&x->m);
    return v;
}

#ifdef MENDED
#define DOWN m
#else
#define DOWN other
#endif

int tl_down(struct two_locks *x)
{
    int v;

    pthread_mutex_lock(&x->DOWN);
    v = --x->n;
    pthread_mutex_unlock(&x->DOWN);
    return v;
}
