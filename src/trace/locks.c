/* locks.c - see locks.h.
 *
 * Each change, a lock taken or released, makes a new list of what is held.
 * Lists share their tails and never change, so all of them together take little
 * more room than the changes.  Taking a lock puts an element in front;
 * releasing the latest lock removes that element again.  The changes are sorted
 * twice, by thread and by lock. */
#include "trace/locks.h"

#include "trace/index.h"
#include "util/alloc.h"

#include <stdlib.h>

struct change {
    uint64_t key;                      /* a thread, or the address of a lock */
    size_t extra;                      /* number of the extra */
    const struct rdl_trace_hold *held; /* what is held after the change */
};

struct node {
    struct rdl_trace_hold hold;
    struct node *all; /* the node made before this one, for freeing */
};

struct rdl_trace_locks {
    size_t n;
    struct change *by_thread, *by_lock;
    struct node *nodes;
};

static const struct rdl_trace_hold *locks_put(struct rdl_trace_locks *l,
                                              const struct rdl_trace_hold *hold,
                                              const struct rdl_trace_hold *next)
{
    struct node *node = rdl_alloc(sizeof(*node));

    node->hold = *hold;
    node->hold.next = next;
    node->all = l->nodes;
    l->nodes = node;
    return &node->hold;
}

/* The list without the latest hold of that lock by that thread. */
static const struct rdl_trace_hold *
locks_without(struct rdl_trace_locks *l, const struct rdl_trace_hold *held,
              const struct rdl_extra *x)
{
    const struct rdl_trace_hold *found = held, *list;
    size_t above = 0;

    while (found != NULL &&
           (found->lock != x->lock.addr || found->tid != x->tid)) {
        found = found->next;
        above++;
    }
    if (found == NULL)
        return held; /* the trace never saw it taken */
    list = found->next;
    /* Rebuilds the elements above it, starting with the innermost. */
    for (size_t i = above; i > 0; i--) {
        const struct rdl_trace_hold *h = held;

        for (size_t k = 1; k < i; k++)
            h = h->next;
        list = locks_put(l, h, list);
    }
    return list;
}

static int locks_compare(const void *a, const void *b)
{
    const struct change *p = a, *q = b;

    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->extra < q->extra ? -1 : p->extra > q->extra;
}

/* For each extra that takes a lock, the step that asked for it. */
static size_t *locks_asked(const struct rdl_trace *t)
{
    size_t *asked = rdl_alloc((t->n_extras + 1) * sizeof(*asked));
    size_t latest[RDL_MAX_THREADS];

    for (size_t i = 0; i < RDL_MAX_THREADS; i++)
        latest[i] = RDL_NO_STEP;
    for (size_t i = 0; i < t->n_steps; i++) {
        const struct rdl_event *e = &t->steps[i];

        /* A woken thread comes back with a HOLD: the step that asked for the
         * lock is the one before. */
        if (e->op == RDL_OP_LOCK || e->op == RDL_OP_TRYLOCK)
            latest[e->tid] = i;
        for (size_t k = t->first[i]; k < t->first[i + 1]; k++)
            asked[k] = latest[t->extras[k].tid];
    }
    return asked;
}

static void locks_fill(struct rdl_trace_locks *l, const struct rdl_trace *t,
                       struct change *changes, const size_t *asked)
{
    const struct rdl_trace_hold *held = NULL;

    qsort(changes, l->n, sizeof(*changes), locks_compare);
    for (size_t i = 0; i < l->n; i++) {
        const struct rdl_extra *x = &t->extras[changes[i].extra];

        if (i > 0 && changes[i].key != changes[i - 1].key)
            held = NULL;
        if (x->kind == RDL_EXTRA_HOLD)
            held = locks_put(l,
                             &(struct rdl_trace_hold){
                                 .lock = x->lock.addr,
                                 .tid = x->tid,
                                 .shared = x->lock.shared != 0,
                                 .asked = asked[changes[i].extra],
                                 .taken = x->step,
                             },
                             held);
        else
            held = locks_without(l, held, x);
        changes[i].held = held;
    }
}

static const struct rdl_trace_locks *locks_of(const struct rdl_trace *t)
{
    struct rdl_trace_locks *l = t->index->locks;
    size_t *asked;

    if (l != NULL)
        return l;
    l = t->index->locks = rdl_alloc(sizeof(*l));
    l->by_thread = rdl_alloc((t->n_extras + 1) * sizeof(*l->by_thread));
    l->by_lock = rdl_alloc((t->n_extras + 1) * sizeof(*l->by_lock));
    for (size_t i = 0; i < t->n_extras; i++) {
        const struct rdl_extra *x = &t->extras[i];

        if (x->kind != RDL_EXTRA_HOLD && x->kind != RDL_EXTRA_UNLOCK)
            continue;
        l->by_thread[l->n] = (struct change){ .key = x->tid, .extra = i };
        l->by_lock[l->n++] = (struct change){ .key = x->lock.addr, .extra = i };
    }
    asked = locks_asked(t);
    locks_fill(l, t, l->by_thread, asked);
    locks_fill(l, t, l->by_lock, asked);
    free(asked);
    return l;
}

/* What was held for the key after the latest change before the step. */
static const struct rdl_trace_hold *locks_at(const struct rdl_trace *t,
                                             const struct change *changes,
                                             size_t n, uint64_t key,
                                             size_t step)
{
    const struct change wanted = { .key = key, .extra = t->first[step] };
    size_t low = 0;

    for (size_t high = n; low < high;) {
        const size_t middle = low + (high - low) / 2;

        if (locks_compare(&changes[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && changes[low - 1].key == key ? changes[low - 1].held
                                                  : NULL;
}

const struct rdl_trace_hold *rdl_trace_holds(const struct rdl_trace *t,
                                             rdl_tid tid, size_t step)
{
    const struct rdl_trace_locks *l = locks_of(t);

    return locks_at(t, l->by_thread, l->n, tid, step);
}

const struct rdl_trace_hold *rdl_trace_holders(const struct rdl_trace *t,
                                               uintptr_t lock, size_t step)
{
    const struct rdl_trace_locks *l = locks_of(t);

    return locks_at(t, l->by_lock, l->n, lock, step);
}

void rdl_trace_locks_free(struct rdl_trace_locks *l)
{
    if (l == NULL)
        return;
    while (l->nodes != NULL) {
        struct node *node = l->nodes;

        l->nodes = node->all;
        free(node);
    }
    free(l->by_thread);
    free(l->by_lock);
    free(l);
}
