/* striped.c - a set with a lock for each part; its size adds the parts up under
 * one lock after the other, as ConcurrentHashMap.size() did.
 * KIND: atomicity.  -DMENDED: without the bug. */
#include "striped.h"

#include <pthread.h>
#include <stdlib.h>

#define PARTS 2
#define KEYS 8

struct striped {
    struct part {
        pthread_mutex_t m;
        int n, keys[KEYS];
    } parts[PARTS];
};

struct striped *striped_new(void)
{
    struct striped *x = calloc(1, sizeof(*x));

    for (int i = 0; i < PARTS; i++)
        pthread_mutex_init(&x->parts[i].m, NULL);
    return x;
}

void striped_free(struct striped *x)
{
    for (int i = 0; i < PARTS; i++)
        pthread_mutex_destroy(&x->parts[i].m);
    free(x);
}

static struct part *striped_part(struct striped *x, int key)
{
    return &x->parts[(unsigned)key % PARTS];
}

static int part_find(const struct part *p, int key)
{
    for (int i = 0; i < p->n; i++) {
        if (p->keys[i] == key)
            return i;
    }
    return -1;
}

int striped_add(struct striped *x, int key)
{
    struct part *p = striped_part(x, key);
    int added = 0;

    pthread_mutex_lock(&p->m);
    if (part_find(p, key) < 0 && p->n < KEYS) {
        p->keys[p->n++] = key;
        added = 1;
    }
    pthread_mutex_unlock(&p->m);
    return added;
}

int striped_has(struct striped *x, int key)
{
    struct part *p = striped_part(x, key);
    int has;

    pthread_mutex_lock(&p->m);
    has = part_find(p, key) >= 0;
    pthread_mutex_unlock(&p->m);
    return has;
}

int striped_remove(struct striped *x, int key)
{
    struct part *p = striped_part(x, key);
    int at;

    pthread_mutex_lock(&p->m);
    at = part_find(p, key);
    if (at >= 0)
        p->keys[at] = p->keys[--p->n];
    pthread_mutex_unlock(&p->m);
    return at >= 0;
}

int striped_size(struct striped *x)
{
    int n = 0;

    for (int i = 0; i < PARTS; i++) {
        pthread_mutex_lock(&x->parts[i].m);
        n += x->parts[i].n;
#ifndef MENDED
        pthread_mutex_unlock(&x->parts[i].m);
#endif
    }
#ifdef MENDED
    for (int i = 0; i < PARTS; i++)
        pthread_mutex_unlock(&x->parts[i].m);
#endif
    return n;
}
