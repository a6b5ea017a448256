/* terminate.c - terminating wakes one of those who wait: with two of them the
 * other waits for ever.  It needs three threads.
 * KIND: deadlock.  -DMENDED: without the bug. */
#include "terminate.h"

#include <pthread.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t m;
    pthread_cond_t changed;
    int n, jobs[16], over;
};

struct pool *pool_new(void)
{
    struct pool *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    pthread_cond_init(&x->changed, NULL);
    return x;
}

void pool_free(struct pool *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int pool_submit(struct pool *x, int job)
{
    int result = -1;

    pthread_mutex_lock(&x->m);
    if (!x->over && x->n < 16) {
        x->jobs[x->n++] = job;
        pthread_cond_signal(&x->changed);
        result = 0;
    }
    pthread_mutex_unlock(&x->m);
    return result;
}

int pool_take(struct pool *x)
{
    int job = -1;

    pthread_mutex_lock(&x->m);
    while (x->n == 0 && !x->over)
        pthread_cond_wait(&x->changed, &x->m);
    if (x->n > 0)
        job = x->jobs[--x->n];
    pthread_mutex_unlock(&x->m);
    return job;
}

int pool_terminate(struct pool *x)
{
    int was;

    pthread_mutex_lock(&x->m);
    was = x->over;
    x->over = 1;
#ifdef MENDED
    pthread_cond_broadcast(&x->changed);
#else
    pthread_cond_signal(&x->changed);
#endif
    pthread_mutex_unlock(&x->m);
    return was;
}

int pool_pending(struct pool *x)
{
    int n;

    pthread_mutex_lock(&x->m);
    n = x->n;
    pthread_mutex_unlock(&x->m);
    return n;
}
