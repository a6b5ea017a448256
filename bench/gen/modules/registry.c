/* registry.c - looks a key up and adds it under two different locks of one
 * mutex. KIND: atomicity.  -DMENDED: without the bug. */
#include "registry.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct registry {
    pthread_mutex_t m;
    int n, keys[32];
};

struct registry *reg_new(void)
{
    struct registry *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void reg_free(struct registry *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

static int reg_find(struct registry *x, int key)
{
    for (int i = 0; i < x->n; i++) {
        if (x->keys[i] == key)
            return i;
    }
    return -1;
}

int reg_intern(struct registry *x, int key)
{
    int at;

    pthread_mutex_lock(&x->m);
    at = reg_find(x, key);
#ifndef MENDED
    pthread_mutex_unlock(&x->m);
    pthread_mutex_lock(&x->m);
#endif
    if (at < 0 && x->n < 32) {
        at = x->n;
        x->keys[x->n++] = key;
    }
    pthread_mutex_unlock(&x->m);
    return at;
}

int reg_count(struct registry *x)
{
    int n;

    pthread_mutex_lock(&x->m);
    n = x->n;
    pthread_mutex_unlock(&x->m);
    return n;
}
