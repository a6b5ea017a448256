/* syn.c - see syn.h. */
#include "syn/syn.h"

#include "syn/parts.h"
#include "trace/conflict.h"
#include "trace/wakeups.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* --- What threads share --------------------------------------------------- */

/* Calls fn for each piece of memory, and for the first byte of each object,
 * that the step uses. */
static void syn_uses(struct rdl_syn_reading *r, size_t step,
                     void (*fn)(struct rdl_syn_reading *r, uintptr_t addr,
                                uint32_t size, rdl_tid tid))
{
    const struct rdl_event *e = &r->t->steps[step];

    if (rdl_op_accesses((enum rdl_op)e->op))
        fn(r, e->addr, e->size, e->tid);
    else if (rdl_op_in_memory((enum rdl_op)e->op))
        fn(r, e->addr, 1, e->tid);
    RDL_TRACE_EXTRAS_OF(r->t, step, x)
    {
        if ((x->kind == RDL_EXTRA_HOLD || x->kind == RDL_EXTRA_UNLOCK) &&
            x->lock.addr != e->addr)
            fn(r, x->lock.addr, 1, x->tid);
    }
}

static void syn_add_cells(struct rdl_syn_reading *r, uintptr_t addr,
                          uint32_t size, rdl_tid tid)
{
    (void)tid;
    rdl_cells_add(&r->cells, addr, size);
}

static void syn_use_cells(struct rdl_syn_reading *r, uintptr_t addr,
                          uint32_t size, rdl_tid tid)
{
    rdl_cells_use(&r->cells, addr, size, tid);
}

static void syn_share(struct rdl_syn_reading *r)
{
    const struct rdl_trace *t = r->t;

    r->first = t->n_steps;
    for (size_t i = t->n_steps; i > 0; i--) {
        if (t->steps[i - 1].op == RDL_OP_CREATE)
            r->first = i - 1;
    }
    for (size_t i = r->first; i < t->n_steps; i++)
        syn_uses(r, i, syn_add_cells);
    rdl_cells_sort(&r->cells);
    for (size_t i = r->first; i < t->n_steps; i++)
        syn_uses(r, i, syn_use_cells);
}

/* --- Versions and order --------------------------------------------------- */

/* How many events of each thread come before the event, or are it. */
static uint32_t *syn_clock(const struct rdl_syn_reading *r, size_t event)
{
    return &r->clocks[event * r->t->n_threads];
}

static bool syn_before(const struct rdl_syn_reading *r, size_t event,
                       const uint32_t *clock)
{
    return clock[r->steps[event].tid] > r->steps[event].own;
}

static void syn_join(const struct rdl_syn_reading *r, uint32_t *clock,
                     size_t event)
{
    const uint32_t *other = syn_clock(r, event);

    for (size_t i = 0; i < r->t->n_threads; i++)
        clock[i] = other[i] > clock[i] ? other[i] : clock[i];
}

/* The event comes after that one. */
static void syn_after(struct rdl_syn_reading *r, size_t event)
{
    if (r->n_after == r->after_room) {
        r->after_room = 2 * r->after_room + 64;
        r->after = rdl_grow(r->after, r->after_room * sizeof(*r->after));
    }
    r->after[r->n_after++] = event;
}

static int syn_later(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x < y) - (x > y);
}

static void syn_edge(struct rdl_syn *s, size_t from, size_t to)
{
    if ((s->n_edges & (s->n_edges - 1)) == 0)
        s->edges = rdl_grow(s->edges, (2 * s->n_edges + 1) * sizeof(*s->edges));
    s->edges[s->n_edges++] = (struct rdl_syn_edge){ from, to };
}

/* Only the edges that do not follow from others. */
static void syn_reduce(struct rdl_syn_reading *r, size_t event)
{
    const rdl_tid tid = r->steps[event].tid;
    uint32_t *clock;

    r->clocks =
        rdl_grow(r->clocks, (event + 1) * r->t->n_threads * sizeof(*r->clocks));
    clock = syn_clock(r, event);
    memset(clock, 0, r->t->n_threads * sizeof(*clock));
    if (r->latest[tid] > 0)
        syn_join(r, clock, r->latest[tid] - 1);
    if (r->n_after > 0)
        qsort(r->after, r->n_after, sizeof(*r->after), syn_later);
    for (size_t i = 0; i < r->n_after; i++) {
        if (syn_before(r, r->after[i], clock))
            continue;
        syn_edge(r->syn, r->after[i], event);
        syn_join(r, clock, r->after[i]);
    }
    clock[tid] = r->steps[event].own + 1;
    r->latest[tid] = event + 1;
    r->n_after = 0;
}

/* W(x,v) -> R(x,v), R(x,v) -> W(x,v+1), W(x,v) -> W(x,v+1). */
static void syn_order_cell(struct rdl_syn_reading *r, struct rdl_cell *cell,
                           uint8_t bytes, size_t event)
{
    struct rdl_syn_event *e = &r->syn->events[event];

    for (unsigned i = 0; i < RDL_CELL; i++) {
        if ((bytes >> i & 1) == 0)
            continue;
        if (cell->writes[i] > 0)
            syn_after(r, cell->writes[i] - 1);
        if (e->writes) {
            cell->versions[i]++;
            cell->writes[i] = event + 1;
        }
        if (cell->versions[i] > e->version)
            e->version = cell->versions[i];
    }
    if (!e->writes) {
        cell->reads =
            rdl_grow(cell->reads, (cell->n_reads + 1) * sizeof(*cell->reads));
        cell->reads[cell->n_reads++] =
            (struct rdl_cell_read){ .event = event, .bytes = bytes };
        return;
    }
    for (size_t i = 0; i < cell->n_reads; i++) {
        if ((cell->reads[i].bytes & bytes) != 0)
            syn_after(r, cell->reads[i].event);
    }
    for (size_t i = 0; i < cell->n_reads;) {
        cell->reads[i].bytes &= (uint8_t)~bytes;
        if (cell->reads[i].bytes == 0)
            cell->reads[i] = cell->reads[--cell->n_reads];
        else
            i++;
    }
}

static void syn_order_at(struct rdl_syn_reading *r, size_t event,
                         uintptr_t addr, uint32_t size)
{
    const uintptr_t end = addr + size;

    for (uintptr_t at = addr; at < end; at = rdl_cell_next(at)) {
        struct rdl_cell *cell = rdl_cells_at(&r->cells, at);

        if (cell != NULL)
            syn_order_cell(r, cell, rdl_cell_bytes(at, end), event);
    }
}

static void syn_order(struct rdl_syn_reading *r, size_t event)
{
    struct rdl_syn_event *e = &r->syn->events[event];
    uint64_t version;

    syn_order_at(r, event, e->addr, e->size);
    version = e->version;
    /* A condition wait also gives back its mutex. */
    RDL_TRACE_EXTRAS_OF(r->t, e->step, x)
    {
        if (e->op == RDL_OP_WAIT && x->kind == RDL_EXTRA_UNLOCK &&
            x->tid == e->tid)
            syn_order_at(r, event, x->lock.addr, 1);
    }
    e->version = version;
}

static void syn_after_any(struct rdl_syn_reading *r, size_t event)
{
    if (event > 0)
        syn_after(r, event - 1);
}

/* What orders without being read or written: lives of threads, wake-ups. */
static void syn_order_firm(struct rdl_syn_reading *r, size_t event)
{
    const rdl_tid tid = r->syn->events[event].tid;

    syn_after_any(r, r->lives_at[tid]);
    if (r->woken)
        syn_after_any(r, r->wakes_at[tid]);
    for (size_t i = 0; i < r->n_lives; i++) {
        syn_after_any(r, r->latest[r->lives[i]]);
        syn_after_any(r, r->lives_at[r->lives[i]]);
        r->lives_at[r->lives[i]] = event + 1;
    }
    for (size_t i = 0; i < r->n_wakes; i++)
        r->wakes_at[r->wakes[i]] = event + 1;
}

/* --- Events --------------------------------------------------------------- */

void rdl_syn_add(struct rdl_syn_reading *r, const struct rdl_syn_event *e,
                 const struct rdl_step *step)
{
    struct rdl_syn *s = r->syn;

    if ((s->n & (s->n - 1)) == 0) {
        const size_t room = 2 * s->n + 1;

        s->events = rdl_grow(s->events, room * sizeof(*s->events));
        r->steps = rdl_grow(r->steps, room * sizeof(*r->steps));
    }
    s->events[s->n] = *e;
    r->steps[s->n++] = *step;
}

static void syn_read_step(struct rdl_syn_reading *r, size_t i)
{
    const struct rdl_event *e = &r->t->steps[i];
    struct rdl_syn_event event = {
        .step = i, .tid = e->tid, .op = e->op, .own = r->own[e->tid] + 1
    };
    struct rdl_step step;

    if (rdl_trace_attempt(r->t, i)) {
        r->pending[e->tid] = i + 1;
        return;
    }
    r->pending[e->tid] = 0;
    r->own[e->tid]++;
    if (i < r->first || !rdl_syn_touches(r, i, &event, &step))
        return;
    event.shown =
        event.shown && rdl_cells_shared(&r->cells, event.addr, event.size);
    step.own = r->acts[e->tid]++;
    rdl_syn_add(r, &event, &step);
    if (event.shown)
        syn_order(r, r->syn->n - 1);
    syn_order_firm(r, r->syn->n - 1);
    syn_reduce(r, r->syn->n - 1);
}

void rdl_syn_make(struct rdl_syn *s, const struct rdl_trace *t)
{
    struct rdl_syn_reading r = { .t = t, .syn = s };

    *s = (struct rdl_syn){ .n = 0 };
    syn_share(&r);
    for (size_t i = 0; i < t->n_steps; i++)
        syn_read_step(&r, i);
    if (s->unknown == NULL)
        rdl_syn_variants(&r);
    rdl_cells_free(&r.cells);
    free(r.steps);
    free(r.objects);
    free(r.clocks);
    free(r.after);
    free(r.of);
}

void rdl_syn_free(struct rdl_syn *s)
{
    for (size_t i = 0; i < s->n_variants; i++)
        free(s->variants[i].events);
    free(s->variants);
    free(s->events);
    free(s->edges);
    *s = (struct rdl_syn){ .n = 0 };
}
