/* event.c - removing waits for the callback under the lock that the callback
 * needs. KIND: deadlock.  -DMENDED: without the bug. */
#include "event.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct event {
    pthread_mutex_t m;
    pthread_mutex_t state;
    pthread_cond_t done;
    int running, ran;
};

struct event *ev_new(void)
{
    struct event *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    pthread_mutex_init(&x->state, NULL);
    pthread_cond_init(&x->done, NULL);
    return x;
}

void ev_free(struct event *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int ev_run(struct event *x)
{
    int v;

    pthread_mutex_lock(&x->state);
    x->running++;
    pthread_mutex_unlock(&x->state);
    pthread_mutex_lock(&x->m);
    v = ++x->ran;
    pthread_mutex_unlock(&x->m);
    pthread_mutex_lock(&x->state);
    x->running--;
    pthread_cond_broadcast(&x->done);
    pthread_mutex_unlock(&x->state);
    return v;
}

int ev_remove(struct event *x)
{
#ifndef MENDED
    pthread_mutex_lock(&x->m);
#endif
    pthread_mutex_lock(&x->state);
    while (x->running > 0)
        pthread_cond_wait(&x->done, &x->state);
    pthread_mutex_unlock(&x->state);
#ifndef MENDED
    pthread_mutex_unlock(&x->m);
#endif
    return 0;
}
