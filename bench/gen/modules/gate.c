/* gate.c - tests whether it is open before it takes the lock under which it
 * waits. KIND: deadlock.  -DMENDED: without the bug. */
#include "gate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct gate {
    pthread_mutex_t m;
    pthread_cond_t opened;
    int open;
};

struct gate *gate_new(void)
{
    struct gate *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    pthread_cond_init(&x->opened, NULL);
    return x;
}

void gate_free(struct gate *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int gate_open(struct gate *x)
{
    int was;

    pthread_mutex_lock(&x->m);
    was = x->open;
    x->open = 1;
    pthread_cond_broadcast(&x->opened);
    pthread_mutex_unlock(&x->m);
    return was;
}

int gate_pass(struct gate *x)
{
#ifdef MENDED
    pthread_mutex_lock(&x->m);
    while (!x->open)
        pthread_cond_wait(&x->opened, &x->m);
    pthread_mutex_unlock(&x->m);
#else
    if (!x->open) {
        pthread_mutex_lock(&x->m);
        pthread_cond_wait(&x->opened, &x->m);
        pthread_mutex_unlock(&x->m);
    }
#endif
    return 0;
}

int gate_is_open(struct gate *x)
{
    int v;

    pthread_mutex_lock(&x->m);
    v = x->open;
    pthread_mutex_unlock(&x->m);
    return v;
}
