/* text.c - appending another text takes its length and its bytes under two
 * locks. KIND: atomicity.  -DMENDED: without the bug. */
#include "text.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct text {
    pthread_mutex_t m;
    int n;
    char bytes[64];
};

struct text *text_new(void)
{
    struct text *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void text_free(struct text *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int text_add(struct text *x, char c)
{
    int n;

    pthread_mutex_lock(&x->m);
    if (x->n < 64)
        x->bytes[x->n++] = c;
    n = x->n;
    pthread_mutex_unlock(&x->m);
    return n;
}

int text_length(struct text *x)
{
    int n;

    pthread_mutex_lock(&x->m);
    n = x->n;
    pthread_mutex_unlock(&x->m);
    return n;
}

int text_cut(struct text *x)
{
    int n;

    pthread_mutex_lock(&x->m);
    n = x->n;
    for (int i = 0; i < n; i++)
        x->bytes[i] = 0;
    x->n = 0;
    pthread_mutex_unlock(&x->m);
    return n;
}

#ifdef MENDED
/* Both locks, always in the same order. */
static void text_both(struct text *a, struct text *b,
                      int (*f)(pthread_mutex_t *))
{
    f(a < b ? &a->m : &b->m);
    if (a != b)
        f(a < b ? &b->m : &a->m);
}
#endif

int text_append(struct text *x, struct text *from)
{
    char copy[64];
    int n, have;

#ifdef MENDED
    text_both(x, from, pthread_mutex_lock);
    n = from->n;
#else
    n = text_length(from);
    pthread_mutex_lock(&from->m);
#endif
    for (int i = 0; i < n; i++)
        copy[i] = from->bytes[i];
#ifndef MENDED
    pthread_mutex_unlock(&from->m);
    pthread_mutex_lock(&x->m);
#endif
    for (int i = 0; i < n && x->n < 64; i++)
        x->bytes[x->n++] = copy[i];
    have = x->n;
#ifdef MENDED
    text_both(x, from, pthread_mutex_unlock);
#else
    pthread_mutex_unlock(&x->m);
#endif
    return have;
}

int text_last(struct text *x)
{
    int c;

    pthread_mutex_lock(&x->m);
    c = x->n > 0 ? x->bytes[x->n - 1] : -1;
    pthread_mutex_unlock(&x->m);
    return c;
}
