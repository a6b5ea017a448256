/* order.c - see order.h.
 *
 * Vector clocks, but a thread gets a new one only when it learns of steps of
 * others: a segment is a run of its steps that share a clock.  For each other
 * thread the clock has a step number: all of its steps before that number
 * happen before the segment. */
#include "trace/order.h"

#include "trace/index.h"
#include "trace/locks.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

#define N_ORDERS (RDL_BY_LOCKS + 1)

struct clocks {
    uint32_t *segment; /* of each step */
    size_t n, room;    /* segments */
    uint32_t *all;     /* n_threads of each segment */
};

struct created {
    uintptr_t handle;
    size_t extra;
    rdl_tid tid;
};

struct rdl_trace_order {
    struct clocks *clocks[N_ORDERS]; /* NULL: not built yet */
    bool by_handle;                  /* `created` is sorted */
    size_t n_created;
    struct created *created; /* by handle, then in order of creation */
};

static struct rdl_trace_order *order_of(const struct rdl_trace *t)
{
    if (t->index->order == NULL)
        t->index->order = rdl_alloc(sizeof(*t->index->order));
    return t->index->order;
}

/* --- Handles -------------------------------------------------------------- */

static int order_compare_created(const void *a, const void *b)
{
    const struct created *p = a, *q = b;

    if (p->handle != q->handle)
        return p->handle < q->handle ? -1 : 1;
    return p->extra < q->extra ? -1 : p->extra > q->extra;
}

static void order_find_created(struct rdl_trace_order *o,
                               const struct rdl_trace *t)
{
    o->by_handle = true;
    o->created = rdl_alloc((t->n_extras + 1) * sizeof(*o->created));
    for (size_t i = 0; i < t->n_extras; i++) {
        const struct rdl_extra *x = &t->extras[i];

        if (x->kind == RDL_EXTRA_CREATE)
            o->created[o->n_created++] = (struct created){
                .handle = x->created.handle, .extra = i, .tid = x->created.tid
            };
    }
    qsort(o->created, o->n_created, sizeof(*o->created), order_compare_created);
}

rdl_tid rdl_trace_thread(const struct rdl_trace *t, uintptr_t handle,
                         size_t step)
{
    struct rdl_trace_order *o = order_of(t);
    const struct created wanted = { .handle = handle,
                                    .extra = t->first[step + 1] };
    size_t low = 0;

    if (!o->by_handle)
        order_find_created(o, t);
    for (size_t high = o->n_created; low < high;) {
        const size_t middle = low + (high - low) / 2;

        if (order_compare_created(&o->created[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && o->created[low - 1].handle == handle
               ? o->created[low - 1].tid
               : RDL_NO_TID;
}

/* --- Clocks --------------------------------------------------------------- */

struct lock { /* what the threads know that have released it */
    uintptr_t addr;
    uint32_t *writers, *all;
};

struct build {
    const struct rdl_trace *t;
    struct clocks *c;
    uint32_t *now;     /* clock of each thread */
    uint32_t *segment; /* of each thread */
    size_t n_locks;
    struct lock *locks; /* by address */
};

static uint32_t *order_now(struct build *b, rdl_tid tid)
{
    return b->now + tid * b->t->n_threads;
}

/* The thread continues with another clock. */
static void order_segment(struct build *b, rdl_tid tid)
{
    struct clocks *c = b->c;
    const size_t n = b->t->n_threads;

    if (c->n == c->room) {
        c->room = 2 * c->room + 16;
        c->all = rdl_grow(c->all, c->room * n * sizeof(*c->all));
    }
    memcpy(c->all + c->n * n, order_now(b, tid), n * sizeof(*c->all));
    b->segment[tid] = (uint32_t)c->n++;
}

/* The first clock learns what the second knows; true if something is new. */
static bool order_learn(uint32_t *clock, const uint32_t *other, size_t n)
{
    bool learns = false;

    for (size_t i = 0; i < n; i++) {
        if (other[i] > clock[i]) {
            clock[i] = other[i];
            learns = true;
        }
    }
    return learns;
}

static void order_create(struct build *b, const struct rdl_extra *x)
{
    uint32_t *child = order_now(b, x->created.tid);

    if (x->created.tid == x->tid)
        return;
    memcpy(child, order_now(b, x->tid), b->t->n_threads * sizeof(*child));
    child[x->tid] = (uint32_t)x->step + 1;
    order_segment(b, x->created.tid);
}

static void order_join(struct build *b, size_t step)
{
    const struct rdl_event *e = &b->t->steps[step];
    const rdl_tid whom = rdl_trace_thread(b->t, e->addr, step);

    if (whom == RDL_NO_TID || whom == e->tid ||
        (e->flags & RDL_EV_FAILED) != 0 ||
        rdl_trace_extra(b->t, step, RDL_EXTRA_WAIT) != NULL)
        return; /* not yet */
    order_learn(order_now(b, e->tid), order_now(b, whom), b->t->n_threads);
    order_now(b, e->tid)[whom] = (uint32_t)step + 1;
    order_segment(b, e->tid);
}

static int order_compare_locks(const void *a, const void *b)
{
    const struct lock *p = a, *q = b;

    return p->addr < q->addr ? -1 : p->addr > q->addr;
}

static void order_find_locks(struct build *b)
{
    const struct rdl_trace *t = b->t;
    size_t n = 0;

    b->locks = rdl_alloc((t->n_extras + 1) * sizeof(*b->locks));
    for (size_t i = 0; i < t->n_extras; i++) {
        if (t->extras[i].kind == RDL_EXTRA_HOLD)
            b->locks[n++].addr = t->extras[i].lock.addr;
    }
    qsort(b->locks, n, sizeof(*b->locks), order_compare_locks);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || b->locks[i].addr != b->locks[b->n_locks - 1].addr)
            b->locks[b->n_locks++] = b->locks[i];
    }
    for (size_t i = 0; i < b->n_locks; i++) {
        b->locks[i].writers =
            rdl_alloc(t->n_threads * sizeof(*b->locks->writers));
        b->locks[i].all = rdl_alloc(t->n_threads * sizeof(*b->locks->all));
    }
}

static struct lock *order_lock(struct build *b, uintptr_t addr)
{
    const struct lock wanted = { .addr = addr };

    return bsearch(&wanted, b->locks, b->n_locks, sizeof(wanted),
                   order_compare_locks);
}

static void order_hold(struct build *b, const struct rdl_extra *x)
{
    const struct lock *l = order_lock(b, x->lock.addr);

    if (order_learn(order_now(b, x->tid), x->lock.shared ? l->writers : l->all,
                    b->t->n_threads))
        order_segment(b, x->tid);
}

/* Did the thread hold it as one of several readers? */
static bool order_shared(const struct rdl_trace *t, const struct rdl_extra *x)
{
    const struct rdl_trace_hold *h = rdl_trace_holds(t, x->tid, x->step);

    while (h != NULL && h->lock != x->lock.addr)
        h = h->next;
    return h != NULL && h->shared;
}

static void order_unlock(struct build *b, const struct rdl_extra *x)
{
    const struct lock *l = order_lock(b, x->lock.addr);
    const size_t n = b->t->n_threads;

    if (l == NULL)
        return;
    order_learn(l->all, order_now(b, x->tid), n);
    l->all[x->tid] = (uint32_t)x->step + 1;
    if (order_shared(b->t, x))
        return;
    order_learn(l->writers, order_now(b, x->tid), n);
    l->writers[x->tid] = (uint32_t)x->step + 1;
}

static void order_step(struct build *b, size_t step, enum rdl_trace_orders by)
{
    RDL_TRACE_EXTRAS_OF(b->t, step, x)
    {
        if (x->kind == RDL_EXTRA_CREATE)
            order_create(b, x);
        else if (x->kind == RDL_EXTRA_HOLD && by == RDL_BY_LOCKS)
            order_hold(b, x);
        else if (x->kind == RDL_EXTRA_UNLOCK && by == RDL_BY_LOCKS)
            order_unlock(b, x);
    }
    if (b->t->steps[step].op == RDL_OP_JOIN)
        order_join(b, step);
    b->c->segment[step] = b->segment[b->t->steps[step].tid];
}

static struct clocks *order_build(const struct rdl_trace *t,
                                  enum rdl_trace_orders by)
{
    const size_t n = t->n_threads;
    struct build b = {
        .t = t,
        .c = rdl_alloc(sizeof(*b.c)),
        .now = rdl_alloc((n * n + 1) * sizeof(*b.now)),
        .segment = rdl_alloc((n + 1) * sizeof(*b.segment)),
    };

    b.c->segment = rdl_alloc((t->n_steps + 1) * sizeof(*b.c->segment));
    if (by == RDL_BY_LOCKS)
        order_find_locks(&b);
    if (n > 0)
        order_segment(&b, 0); /* number 0: knows nothing of other threads */
    for (size_t i = 0; i < t->n_steps; i++)
        order_step(&b, i, by);
    for (size_t i = 0; i < b.n_locks; i++) {
        free(b.locks[i].writers);
        free(b.locks[i].all);
    }
    free(b.locks);
    free(b.now);
    free(b.segment);
    return b.c;
}

bool rdl_trace_before(const struct rdl_trace *t, size_t a, size_t b,
                      enum rdl_trace_orders by)
{
    struct rdl_trace_order *o = order_of(t);
    const rdl_tid tid = t->steps[a].tid;

    if (a >= b)
        return false;
    if (tid == t->steps[b].tid)
        return true;
    if (o->clocks[by] == NULL)
        o->clocks[by] = order_build(t, by);
    return o->clocks[by]->all[o->clocks[by]->segment[b] * t->n_threads + tid] >
           a;
}

void rdl_trace_order_free(struct rdl_trace_order *o)
{
    if (o == NULL)
        return;
    for (size_t i = 0; i < N_ORDERS; i++) {
        if (o->clocks[i] == NULL)
            continue;
        free(o->clocks[i]->segment);
        free(o->clocks[i]->all);
        free(o->clocks[i]);
    }
    free(o->created);
    free(o);
}
