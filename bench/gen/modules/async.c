/* async.c - the flag is tested, and cleared after the work was taken: a send in
 * between is lost. KIND: atomicity.  -DMENDED: without the bug. */
#include "async.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct async {
    pthread_mutex_t m;
    int pending, sent;
};

struct async *async_new(void)
{
    struct async *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void async_free(struct async *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int async_send(struct async *x)
{
    int wake;

    pthread_mutex_lock(&x->m);
    x->sent++;
    wake = !x->pending;
    x->pending = 1;
    pthread_mutex_unlock(&x->m);
    return wake;
}

int async_drain(struct async *x)
{
    int got = 0;

    pthread_mutex_lock(&x->m);
    if (x->pending) {
        got = x->sent;
        x->sent = 0;
#ifndef MENDED
        pthread_mutex_unlock(&x->m);
        pthread_mutex_lock(&x->m);
#endif
        x->pending = 0;
    }
    pthread_mutex_unlock(&x->m);
    return got;
}
