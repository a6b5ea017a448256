/* reading.c - see reading.h. */
#include "reorder/reading.h"

#include "base/hash.h"
#include "base/woken.h"
#include "trace/order.h"
#include "trace/wakeups.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* The object of all operations on what is outside of the program. */
#define OUTSIDE UINT64_MAX

struct thread {
    uint32_t created, woken; /* event, or NONE: its next event comes after it */
    size_t n_held, room;
    uint32_t *held; /* sections that it is in, in the order of being taken */
};

struct reader {
    struct rdl_reading *r;
    struct rdl_reorder *q;
    struct thread *threads;
    struct rdl_index locks;   /* address to number */
    struct rdl_index held;    /* lock and thread to section + 1 */
    struct rdl_index latest;  /* address to the latest event that took it */
    struct rdl_index objects; /* address to the latest event */
};

/* The latest event comes after all earlier ones on that object. */
static void reading_object(struct reader *d, uint64_t object)
{
    uint32_t *latest = rdl_index_at(&d->objects, object, RDL_REORDER_NONE);

    rdl_reorder_after(d->q, *latest);
    *latest = (uint32_t)d->q->n - 1;
}

/* --- Locks ---------------------------------------------------------------- */

static uint32_t reading_lock(struct reader *d, uintptr_t addr)
{
    return *rdl_index_at(&d->locks, addr, (uint32_t)d->locks.n);
}

/* The latest sections that the thread is in are around the new one. */
static void reading_around(struct rdl_reading *r, const struct thread *t,
                           struct rdl_reorder_hold *hold)
{
    hold->many = t->n_held > RDL_REORDER_AROUND;
    hold->n_around = (uint8_t)(hold->many ? RDL_REORDER_AROUND : t->n_held);
    hold->around = (uint32_t)r->n_around;
    if (r->n_around + RDL_REORDER_AROUND > r->around_room) {
        r->around_room = 2 * r->around_room + 64;
        r->around = rdl_grow(r->around, r->around_room * sizeof(*r->around));
    }
    for (size_t i = 1; i <= hold->n_around; i++)
        r->around[r->n_around++] = t->held[t->n_held - i];
}

static uint32_t reading_take(struct reader *d, uintptr_t addr, bool shared,
                             bool waits)
{
    struct rdl_reading *r = d->r;
    const uint32_t section =
        rdl_reorder_take(d->q, reading_lock(d, addr), shared);

    if (section >= r->holds_room) {
        r->holds_room = 2 * r->holds_room + 64;
        r->holds = rdl_grow(r->holds, r->holds_room * sizeof(*r->holds));
    }
    r->holds[section].waits = waits;
    reading_around(r, &d->threads[d->q->events[d->q->n - 1].tid],
                   &r->holds[section]);
    *rdl_index_at(&d->latest, addr, 0) = (uint32_t)d->q->n - 1;
    return section;
}

static void reading_hold(struct reader *d, const struct rdl_extra *x,
                         const struct rdl_event *e)
{
    uint32_t *held = rdl_index_at(&d->held, rdl_mix(x->lock.addr, x->tid), 0);
    struct thread *t = &d->threads[x->tid];

    /* A reader may take it again; then the first section is the longer one. */
    if (*held != 0)
        return;
    *held = 1 + reading_take(d, x->lock.addr, x->lock.shared != 0,
                             e->op != RDL_OP_TRYLOCK);
    if (t->n_held == t->room) {
        t->room = 2 * t->room + 8;
        t->held = rdl_grow(t->held, t->room * sizeof(*t->held));
    }
    t->held[t->n_held++] = *held - 1;
}

static void reading_unlock(struct reader *d, const struct rdl_extra *x)
{
    uint32_t *held = rdl_index_at(&d->held, rdl_mix(x->lock.addr, x->tid), 0);
    struct thread *t = &d->threads[x->tid];
    size_t i = t->n_held;

    if (*held == 0)
        return;
    rdl_reorder_give(d->q, *held - 1);
    while (i > 0 && t->held[i - 1] != *held - 1)
        i--;
    *held = 0;
    if (i > 0)
        memmove(&t->held[i - 1], &t->held[i],
                (t->n_held-- - i) * sizeof(*t->held));
}

/* A use of the lock that others must not overlap. */
static void reading_pass(struct reader *d, uintptr_t addr)
{
    rdl_reorder_give(d->q, reading_take(d, addr, false, /*waits=*/false));
}

/* --- Steps ---------------------------------------------------------------- */

static void reading_join(struct reader *d, size_t step)
{
    const struct rdl_event *e = &d->r->t->steps[step];
    const rdl_tid whom = rdl_trace_thread(d->r->t, e->addr, step);

    if ((e->flags & RDL_EV_FAILED) != 0 || whom == RDL_NO_TID ||
        rdl_trace_attempt(d->r->t, step) || d->q->threads[whom].n == 0)
        return;
    rdl_reorder_after(d->q,
                      d->q->threads[whom].events[d->q->threads[whom].n - 1]);
}

static void reading_operation(struct reader *d, size_t step)
{
    const struct rdl_event *e = &d->r->t->steps[step];
    uint32_t *latest;

    switch (rdl_op_class((enum rdl_op)e->op)) {
    case RDL_CLASS_PLAIN:
    case RDL_CLASS_ATOMIC:
        rdl_reading_access(&d->r->memory, d->q, e);
        break;
    case RDL_CLASS_CONDITION:
    case RDL_CLASS_SYNC:
        reading_object(d, e->addr);
        break;
    case RDL_CLASS_TIME:
    case RDL_CLASS_OTHER:
        reading_object(d, OUTSIDE);
        break;
    case RDL_CLASS_LOCK:
        latest = rdl_index_find(&d->latest, e->addr);
        if (e->op == RDL_OP_TRYLOCK && (e->flags & RDL_EV_FAILED) != 0 &&
            latest != NULL)
            rdl_reorder_after(d->q, *latest);
        else if (e->op == RDL_OP_DESTROY)
            reading_pass(d, e->addr);
        break;
    case RDL_CLASS_THREAD:
        if (e->op == RDL_OP_JOIN)
            reading_join(d, step);
        break;
    case RDL_CLASS_SELF:
    case RDL_CLASS_BLOCK:
        break;
    }
}

/* Locks are in the order of their sections, whoever was woken by whom. */
static void reading_wake(struct reader *d, const struct rdl_extra *x)
{
    if (x->wait.how == RDL_WOKEN_BY_THREAD && x->wait.kind != RDL_WAIT_LOCK &&
        d->q->events[d->q->n - 1].tid != x->tid)
        d->threads[x->tid].woken = (uint32_t)d->q->n - 1;
}

static void reading_extra(struct reader *d, const struct rdl_extra *x,
                          const struct rdl_event *e)
{
    const struct rdl_reorder_thread *child;

    switch ((enum rdl_extra_kind)x->kind) {
    case RDL_EXTRA_HOLD:
        reading_hold(d, x, e);
        break;
    case RDL_EXTRA_UNLOCK:
        reading_unlock(d, x);
        break;
    case RDL_EXTRA_CREATE:
        child = &d->q->threads[x->created.tid];
        if (child->n > 0)
            rdl_reorder_after(d->q, child->events[child->n - 1]);
        d->threads[x->created.tid].created = (uint32_t)d->q->n - 1;
        break;
    case RDL_EXTRA_MADE:
        rdl_reading_forget(&d->r->memory, x->block.addr, x->block.size);
        break;
    case RDL_EXTRA_FREE:
        rdl_reading_freed(&d->r->memory, d->q, x);
        break;
    case RDL_EXTRA_WAKE:
        reading_wake(d, x);
        break;
    default:
        break;
    }
}

/* Does the step end a wait because time passed? */
static bool reading_by_time(const struct rdl_trace *t, size_t step)
{
    RDL_TRACE_EXTRAS_OF(t, step, x)
    {
        if (x->kind == RDL_EXTRA_WAKE && x->tid == t->steps[step].tid &&
            x->wait.how == RDL_WOKEN_BY_TIME)
            return true;
    }
    return false;
}

static void reading_step(struct reader *d, size_t step)
{
    const struct rdl_event *e = &d->r->t->steps[step];
    struct thread *t = &d->threads[e->tid];

    rdl_reorder_add(d->q, e->tid);
    rdl_reorder_after(d->q, t->created);
    rdl_reorder_after(d->q, t->woken);
    t->created = t->woken = RDL_REORDER_NONE;
    if (reading_by_time(d->r->t, step))
        rdl_reorder_after_all(d->q);
    rdl_reorder_ready(d->q);
    reading_operation(d, step);
    RDL_TRACE_EXTRAS_OF(d->r->t, step, x)
    {
        reading_extra(d, x, e);
    }
}

void rdl_reading_make(struct rdl_reading *r, const struct rdl_trace *t)
{
    struct reader d = {
        .r = r,
        .q = &r->sequence,
        .threads = rdl_alloc((t->n_threads + 1) * sizeof(*d.threads)),
    };
    size_t i = 0;

    *r = (struct rdl_reading){ .t = t };
    rdl_reorder_make(d.q, t->n_threads);
    for (size_t k = 0; k < t->n_threads; k++)
        d.threads[k].created = d.threads[k].woken = RDL_REORDER_NONE;
    for (; i < t->n_steps && i < RDL_REORDER_STEPS &&
           d.q->n_clocks * t->n_threads < RDL_REORDER_CLOCKS &&
           r->memory.looks < RDL_REORDER_LOOKS;
         i++)
        reading_step(&d, i);
    r->partial = i < t->n_steps || r->memory.partial;
    rdl_index_free(&d.locks);
    rdl_index_free(&d.held);
    rdl_index_free(&d.latest);
    rdl_index_free(&d.objects);
    for (size_t k = 0; k < t->n_threads; k++)
        free(d.threads[k].held);
    free(d.threads);
}

void rdl_reading_free(struct rdl_reading *r)
{
    rdl_reorder_free(&r->sequence);
    rdl_reading_free_memory(&r->memory);
    free(r->holds);
    free(r->around);
    *r = (struct rdl_reading){ .t = NULL };
}
