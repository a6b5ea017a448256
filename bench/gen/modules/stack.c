/* stack.c - the top is read and replaced in two steps: a push is lost.
 * KIND: race.  -DMENDED: without the bug. */
#include "stack.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int v;
};

struct stack {
    pthread_mutex_t m;
    _Atomic(struct node *) top;
};

struct stack *st_new(void)
{
    struct stack *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    return x;
}

void st_free(struct stack *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int st_push(struct stack *x, int v)
{
    struct node *n = malloc(sizeof(*n));

    n->v = v;
    n->next = atomic_load(&x->top);
#ifdef MENDED
    while (!atomic_compare_exchange_weak(&x->top, &n->next, n))
        continue;
#else
    atomic_store(&x->top, n);
#endif
    return 0;
}

int st_pop(struct stack *x)
{
    struct node *n = atomic_load(&x->top);

    /* Nodes are never freed: nothing can come back under an old address. */
    while (n != NULL && !atomic_compare_exchange_weak(&x->top, &n, n->next))
        continue;
    return n != NULL ? n->v : -1;
}
