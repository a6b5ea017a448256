/* queue.c - every function takes the lock, and yet one of them is wrong:
 *   raddle gen queue.h --with queue.c */
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST 16

struct q {
    pthread_mutex_t lock;
    int room, n;
    int values[MOST];
};

struct q *q_new(int room)
{
    struct q *q;

    if (room < 1 || room > MOST)
        return NULL;
    q = calloc(1, sizeof(*q));
    if (q == NULL)
        return NULL;
    pthread_mutex_init(&q->lock, NULL);
    q->room = room;
    return q;
}

void q_free(struct q *q)
{
    pthread_mutex_destroy(&q->lock);
    free(q);
}

int q_push(struct q *q, int v)
{
    int full;

    pthread_mutex_lock(&q->lock);
    full = q->n == q->room;
    if (!full)
        q->values[q->n++] = v;
    pthread_mutex_unlock(&q->lock);
    return full ? -1 : 0;
}

static int take(struct q *q, int *v)
{
    if (q->n == 0)
        return -1;
    *v = q->values[0];
    q->n--;
    for (int i = 0; i < q->n; i++)
        q->values[i] = q->values[i + 1];
    return 0;
}

int q_pop(struct q *q, int *v)
{
    int result;

    pthread_mutex_lock(&q->lock);
    result = take(q, v);
    pthread_mutex_unlock(&q->lock);
    return result;
}

int q_peek(struct q *q, int *v)
{
    int empty;

    pthread_mutex_lock(&q->lock);
    empty = q->n == 0;
    if (!empty)
        *v = q->values[0];
    pthread_mutex_unlock(&q->lock);
    return empty ? -1 : 0;
}

/* Wrong: between the two calls another thread may take the first value. */
int q_pop_if(struct q *q, int v)
{
    int first;

    if (q_peek(q, &first) != 0 || first != v)
        return -1;
    return q_pop(q, &first);
}

int q_size(struct q *q)
{
    int n;

    pthread_mutex_lock(&q->lock);
    n = q->n;
    pthread_mutex_unlock(&q->lock);
    return n;
}

void q_clear(struct q *q)
{
    pthread_mutex_lock(&q->lock);
    q->n = 0;
    pthread_mutex_unlock(&q->lock);
}

void q_print(struct q *q, FILE *out)
{
    fprintf(out, "%d values\n", q_size(q));
}
