/* closure.c - see closure.h.
 *
 * The closure grows by events of one thread at a time: their clock says which
 * events of other threads come with them, and each lock they take makes the
 * earlier sections of that lock end. */
#include "reorder/closure.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct rdl_closure_thread {
    uint32_t section; /* its first one that is not in it, or NONE */
    bool queued;
};

/* The sections of a lock that are in the closure.  Sections have their numbers,
 * + 1. */
struct rdl_closure_lock {
    uint64_t pattern;        /* the rest is of that pattern */
    uint32_t last, last_own; /* the latest; the latest that is not shared */
    uint32_t open;           /* not shared, and need not end */
    uint32_t n_shared, room; /* shared, and need not end */
    uint32_t *shared;
};

void rdl_closure_make(struct rdl_closure *c, const struct rdl_reorder *r)
{
    *c = (struct rdl_closure){
        .r = r,
        .cut = rdl_alloc((r->n_threads + 1) * sizeof(*c->cut)),
        .threads = rdl_alloc((r->n_threads + 1) * sizeof(*c->threads)),
        .locks = rdl_alloc((r->n_locks + 1) * sizeof(*c->locks)),
        .queue = rdl_alloc((r->n_threads + 1) * sizeof(*c->queue)),
    };
}

void rdl_closure_free(struct rdl_closure *c)
{
    for (size_t i = 0; c->locks != NULL && i < c->r->n_locks; i++)
        free(c->locks[i].shared);
    free(c->cut);
    free(c->threads);
    free(c->locks);
    free(c->queue);
    *c = (struct rdl_closure){ .work = 0 };
}

static void closure_begin(struct rdl_closure *c)
{
    c->pattern++;
    c->impossible = false;
    c->n_queue = 0;
    for (size_t i = 0; i < c->r->n_threads; i++) {
        c->cut[i] = 0;
        c->threads[i] = (struct rdl_closure_thread){
            .section = c->r->threads[i].first,
        };
    }
    c->work += c->r->n_threads;
}

/* The first n events of that thread are in it. */
static void closure_raise(struct rdl_closure *c, size_t tid, uint32_t n)
{
    if (n <= c->cut[tid])
        return;
    c->cut[tid] = n;
    if (!c->threads[tid].queued)
        c->queue[c->n_queue++] = (uint32_t)tid;
    c->threads[tid].queued = true;
}

static void closure_end_section(struct rdl_closure *c, uint32_t number)
{
    const uint32_t given = c->r->sections[number].given;

    if (given == RDL_REORDER_NONE)
        c->impossible = true;
    else
        closure_raise(c, c->r->events[given].tid, c->r->events[given].index);
}

static struct rdl_closure_lock *closure_lock(struct rdl_closure *c,
                                             uint32_t lock)
{
    struct rdl_closure_lock *l = &c->locks[lock];

    if (l->pattern != c->pattern) {
        l->pattern = c->pattern;
        l->last = l->last_own = l->open = l->n_shared = 0;
    }
    return l;
}

static void closure_keep_shared(struct rdl_closure_lock *l, uint32_t number)
{
    if (l->n_shared == l->room) {
        l->room = 2 * l->room + 4;
        l->shared = rdl_grow(l->shared, l->room * sizeof(*l->shared));
    }
    l->shared[l->n_shared++] = number;
}

/* Readers that came before that section end. */
static void closure_end_shared(struct rdl_closure *c,
                               struct rdl_closure_lock *l, uint32_t number)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < l->n_shared; i++) {
        if (l->shared[i] < number)
            closure_end_section(c, l->shared[i]);
        else
            l->shared[n++] = l->shared[i];
    }
    c->work += l->n_shared;
    l->n_shared = n;
}

static void closure_section(struct rdl_closure *c, uint32_t number)
{
    const struct rdl_reorder_section *s = &c->r->sections[number];
    struct rdl_closure_lock *l = closure_lock(c, s->lock);

    c->work++;
    if (l->open != 0 && l->open - 1 < number) {
        closure_end_section(c, l->open - 1);
        l->open = 0;
    }
    if (number + 1 < (s->shared ? l->last_own : l->last))
        closure_end_section(c, number);
    else if (s->shared)
        closure_keep_shared(l, number);
    else
        l->open = number + 1;
    if (!s->shared)
        closure_end_shared(c, l, number);
    if (number + 1 > l->last)
        l->last = number + 1;
    if (!s->shared && number + 1 > l->last_own)
        l->last_own = number + 1;
}

static void closure_close(struct rdl_closure *c)
{
    const struct rdl_reorder *r = c->r;

    while (c->n_queue > 0 && !c->impossible) {
        const uint32_t tid = c->queue[--c->n_queue];
        struct rdl_closure_thread *t = &c->threads[tid];
        const uint32_t *clock =
            rdl_reorder_clock(r, r->threads[tid].events[c->cut[tid] - 1]);

        t->queued = false;
        for (size_t i = 0; i < r->n_threads; i++) {
            if (i != tid)
                closure_raise(c, i, clock[i]);
        }
        c->work += r->n_threads;
        while (t->section != RDL_REORDER_NONE &&
               r->events[r->sections[t->section].taken].index <= c->cut[tid]) {
            const uint32_t number = t->section;

            t->section = r->sections[number].next;
            closure_section(c, number);
        }
    }
}

static void closure_stand(struct rdl_closure *c, uint32_t event,
                          enum rdl_reorder_stand stand)
{
    const struct rdl_reorder_event *e = &c->r->events[event];
    const uint32_t *clock =
        c->r->clocks +
        (stand == RDL_REORDER_BEFORE ? e->ready : e->clock) * c->r->n_threads;

    closure_raise(c, e->tid,
                  stand == RDL_REORDER_BEHIND ? e->index : e->index - 1);
    for (size_t i = 0; i < c->r->n_threads; i++) {
        if (i != e->tid)
            closure_raise(c, i, clock[i]);
    }
}

static bool closure_has(const struct rdl_closure *c, uint32_t event)
{
    return c->r->events[event].index <= c->cut[c->r->events[event].tid];
}

bool rdl_closure_find(struct rdl_closure *c,
                      const struct rdl_reorder_list *lists, size_t n,
                      size_t *at)
{
    bool moved = true;

    closure_begin(c);
    for (size_t i = 0; i < n; i++)
        at[i] = 0;
    while (moved) {
        moved = false;
        for (size_t i = 0; i < n; i++)
            closure_stand(c, lists[i].events[at[i]], lists[i].stand);
        closure_close(c);
        if (c->impossible)
            return false;
        for (size_t i = 0; i < n; i++) {
            while (lists[i].stand != RDL_REORDER_BEHIND &&
                   closure_has(c, lists[i].events[at[i]])) {
                if (++at[i] == lists[i].n)
                    return false;
                c->work++;
                moved = true;
            }
        }
    }
    return true;
}
