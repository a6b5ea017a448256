/* queue.c - q_pop_if tests under the lock and acts under the lock, but gives it
 * up in between.
 * KIND: atomicity.  -DMENDED: without the bug. */
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

struct q {
    pthread_mutex_t m;
    int room, n;
    int items[8];
};

struct q *q_new(int room)
{
    struct q *q = calloc(1, sizeof(*q));

    pthread_mutex_init(&q->m, NULL);
    q->room = room < 1 ? 1 : room > 8 ? 8 : room;
    return q;
}

void q_free(struct q *q)
{
    pthread_mutex_destroy(&q->m);
    free(q);
}

int q_push(struct q *q, int v)
{
    int r = -1;

    pthread_mutex_lock(&q->m);
    if (q->n < q->room) {
        q->items[q->n++] = v;
        r = 0;
    }
    pthread_mutex_unlock(&q->m);
    return r;
}

static void q_drop(struct q *q)
{
    for (int i = 1; i < q->n; i++)
        q->items[i - 1] = q->items[i];
    q->n--;
}

int q_pop(struct q *q, int *v)
{
    int r = -1;

    pthread_mutex_lock(&q->m);
    if (q->n > 0) {
        *v = q->items[0];
        q_drop(q);
        r = 0;
    }
    pthread_mutex_unlock(&q->m);
    return r;
}

int q_size(struct q *q)
{
    int n;

    pthread_mutex_lock(&q->m);
    n = q->n;
    pthread_mutex_unlock(&q->m);
    return n;
}

int q_pop_if(struct q *q, int v)
{
    int r = -1;

    pthread_mutex_lock(&q->m);
    if (q->n > 0 && q->items[0] == v) {
#ifndef MENDED
        pthread_mutex_unlock(&q->m);
        pthread_mutex_lock(&q->m);
        if (q->n > 0)
#endif
            q_drop(q);
        r = 0;
    }
    pthread_mutex_unlock(&q->m);
    return r;
}

void q_clear(struct q *q)
{
    pthread_mutex_lock(&q->m);
    q->n = 0;
    pthread_mutex_unlock(&q->m);
}

int q_peek(struct q *q, int *v)
{
    int r = -1;

    pthread_mutex_lock(&q->m);
    if (q->n > 0) {
        *v = q->items[0];
        r = 0;
    }
    pthread_mutex_unlock(&q->m);
    return r;
}
