/* blocking.c - a taker that was woken does not test again.
 * KIND: atomicity.  -DMENDED: without the bug. */
#include "blocking.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct bq {
    pthread_mutex_t m;
    pthread_cond_t filled;
    int n, items[16];
};

struct bq *bq_new(void)
{
    struct bq *q = calloc(1, sizeof(*q));

    pthread_mutex_init(&q->m, NULL);
    pthread_cond_init(&q->filled, NULL);
    return q;
}

void bq_free(struct bq *q)
{
    pthread_cond_destroy(&q->filled);
    pthread_mutex_destroy(&q->m);
    free(q);
}

int bq_put(struct bq *q, int v)
{
    int r = -1;

    pthread_mutex_lock(&q->m);
    if (q->n < 16) {
        q->items[q->n++] = v;
        pthread_cond_signal(&q->filled);
        r = 0;
    }
    pthread_mutex_unlock(&q->m);
    return r;
}

static int bq_first(struct bq *q)
{
    int v = q->items[0];

    if (q->n == 0)
        return -1;
    for (int i = 1; i < q->n; i++)
        q->items[i - 1] = q->items[i];
    q->n--;
    return v;
}

int bq_take(struct bq *q)
{
    int v;

    pthread_mutex_lock(&q->m);
#ifdef MENDED
    while (q->n == 0)
#else
    if (q->n == 0)
#endif
        pthread_cond_wait(&q->filled, &q->m);
    v = bq_first(q);
    pthread_mutex_unlock(&q->m);
    return v;
}

int bq_try_take(struct bq *q)
{
    int v;

    pthread_mutex_lock(&q->m);
    v = bq_first(q);
    pthread_mutex_unlock(&q->m);
    return v;
}

int bq_size(struct bq *q)
{
    int n;

    pthread_mutex_lock(&q->m);
    n = q->n;
    pthread_mutex_unlock(&q->m);
    return n;
}
