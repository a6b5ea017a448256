/* ticket.c - the number that was given is read again after the lock was
 * released. KIND: race.  -DMENDED: without the bug. */
#include "ticket.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ticket {
    pthread_mutex_t m;
    int n;
};

struct ticket *ticket_new(void)
{
    struct ticket *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void ticket_free(struct ticket *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int ticket_next(struct ticket *x)
{
    int v;

    pthread_mutex_lock(&x->m);
    v = ++x->n;
    pthread_mutex_unlock(&x->m);
#ifndef MENDED
    v = x->n;
#endif
    return v;
}

int ticket_given(struct ticket *x)
{
    int v;

    pthread_mutex_lock(&x->m);
    v = x->n;
    pthread_mutex_unlock(&x->m);
    return v;
}
