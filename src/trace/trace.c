/* trace.c - taking a trace, and access to its parts: see trace.h. */
#include "trace/trace.h"

#include "trace/index.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* --- What makes sense ----------------------------------------------------- */

static bool trace_step_sound(const struct rdl_event *e)
{
    return e->op < RDL_N_OPS && e->tid < RDL_MAX_THREADS &&
           rdl_flags_order(e->flags) < RDL_N_ORDERS;
}

static bool trace_extra_sound(const struct rdl_extra *x)
{
    if (x->kind == RDL_EXTRA_NONE || x->kind >= RDL_N_EXTRAS ||
        x->tid >= RDL_MAX_THREADS)
        return false;
    switch (x->kind) {
    case RDL_EXTRA_CREATE:
        return x->created.tid < RDL_MAX_THREADS;
    case RDL_EXTRA_WAKE:
        return x->wait.delayed <= RDL_MAX_THREADS;
    case RDL_EXTRA_FRAME:
        return x->frame.size <= x->frame.top;
    default:
        return true;
    }
}

/* Leaves out extras that are invalid or not in the order of steps. */
static void trace_take_extras(struct rdl_trace *t,
                              const struct rdl_extra *extras, size_t n)
{
    uint64_t step = 0;

    t->extras = rdl_alloc((n + 1) * sizeof(*t->extras));
    for (size_t i = 0; i < n; i++) {
        /* A copy first: the target may still be writing. */
        struct rdl_extra x = extras[i];

        if (!trace_extra_sound(&x) || x.step < step || x.step >= t->n_steps)
            continue;
        step = x.step;
        t->extras[t->n_extras++] = x;
    }
}

static void trace_link(struct rdl_trace *t)
{
    size_t at = 0;

    t->first = rdl_alloc((t->n_steps + 1) * sizeof(*t->first));
    for (size_t i = 0; i < t->n_steps; i++) {
        t->first[i] = at;
        while (at < t->n_extras && t->extras[at].step == i)
            at++;
        if (t->steps[i].tid >= t->n_threads)
            t->n_threads = t->steps[i].tid + 1u;
    }
    t->first[t->n_steps] = at;
    for (size_t i = 0; i < t->n_extras; i++) {
        const struct rdl_extra *x = &t->extras[i];

        if (x->tid >= t->n_threads)
            t->n_threads = x->tid + 1u;
        if (x->kind == RDL_EXTRA_CREATE && x->created.tid >= t->n_threads)
            t->n_threads = x->created.tid + 1u;
        if (x->kind == RDL_EXTRA_WAKE && x->wait.delayed > t->n_threads)
            t->n_threads = x->wait.delayed;
    }
}

static void trace_begin(struct rdl_trace *t)
{
    *t = (struct rdl_trace){
        .finding = rdl_alloc(sizeof(*t->finding)),
        .index = rdl_alloc(sizeof(*t->index)),
    };
}

void rdl_trace_make(struct rdl_trace *t, const struct rdl_event *steps,
                    size_t n_steps, const struct rdl_extra *extras,
                    size_t n_extras)
{
    trace_begin(t);
    t->n_steps = n_steps;
    t->steps = rdl_alloc((n_steps + 1) * sizeof(*t->steps));
    for (size_t i = 0; i < n_steps; i++)
        t->steps[i] = trace_step_sound(&steps[i])
                          ? steps[i]
                          : (struct rdl_event){ .op = RDL_OP_FENCE };
    trace_take_extras(t, extras, n_extras);
    trace_link(t);
}

/* --- From shared memory --------------------------------------------------- */

static const void *trace_region(const struct rdl_shared *s,
                                enum rdl_region_id id)
{
    return (const char *)s + s->regions[id].offset;
}

/* A copy of n elements. */
static void *trace_copy(const void *from, size_t n, size_t size)
{
    void *to = rdl_alloc((n + 1) * size);

    if (n > 0)
        memcpy(to, from, n * size);
    return to;
}

/* A step is settled when its thread reaches the next one.  One that was never
 * settled has only its place and operator; the switches show which thread took
 * it. */
static void trace_complete(struct rdl_trace *t, const uint64_t *places)
{
    rdl_tid tid = 0;

    for (size_t i = 0, k = 0; i < t->n_steps; i++) {
        struct rdl_event *e = &t->steps[i];

        for (; k < t->n_switches && t->switches[k].step <= i; k++)
            tid = t->switches[k].tid;
        if (!trace_step_sound(e) || (e->pc == 0 && e->addr == 0)) {
            const bool known = rdl_step_sound(places[i]);

            *e = (struct rdl_event){
                .pc = rdl_step_pc(places[i]),
                .op = (uint8_t)(known ? rdl_step_op(places[i]) : RDL_OP_FENCE),
                .flags = (uint8_t)rdl_order_flags(
                    known ? rdl_step_order(places[i]) : 0),
            };
        }
        e->tid = tid < RDL_MAX_THREADS ? tid : 0;
    }
}

static bool trace_recorded(const struct rdl_shared *shared)
{
    const struct rdl_region *r = shared->regions;

    return (shared->config.flags & RDL_CFG_TRACE) != 0 &&
           r[RDL_TRACE_STEPS].used > 0 && r[RDL_TRACE_SWITCHES].used > 0 &&
           r[RDL_TRACE_EVENTS].used >= r[RDL_TRACE_STEPS].used;
}

static void trace_take_steps(struct rdl_trace *t,
                             const struct rdl_shared *shared)
{
    const struct rdl_region *r = shared->regions;
    const size_t n_steps = r[RDL_TRACE_STEPS].used;

    t->n_steps = n_steps;
    t->steps = trace_copy(trace_region(shared, RDL_TRACE_EVENTS), n_steps,
                          sizeof(*t->steps));
    t->n_switches = r[RDL_TRACE_SWITCHES].used;
    t->switches = trace_copy(trace_region(shared, RDL_TRACE_SWITCHES),
                             t->n_switches, sizeof(*t->switches));
    trace_complete(t, trace_region(shared, RDL_TRACE_STEPS));
    trace_take_extras(t, trace_region(shared, RDL_TRACE_EXTRAS),
                      r[RDL_TRACE_EXTRAS].used);
}

bool rdl_trace_take(struct rdl_trace *t, const struct rdl_shared *shared)
{
    const bool recorded = trace_recorded(shared);

    trace_begin(t);
    if (recorded)
        trace_take_steps(t, shared);
    trace_link(t);
    t->n_modules = shared->n_modules;
    t->modules = trace_copy(shared->modules, t->n_modules, sizeof(*t->modules));
    t->n_labels = shared->n_labels;
    t->labels = trace_copy(shared->labels, t->n_labels, sizeof(*t->labels));
    *t->finding = shared->finding;
    t->outcome = shared->outcome;
    return recorded;
}

void rdl_trace_free(struct rdl_trace *t)
{
    if (t->index != NULL) {
        rdl_trace_locks_free(t->index->locks);
        rdl_trace_order_free(t->index->order);
        rdl_trace_wakeups_free(t->index->wakeups);
        rdl_trace_reads_free(t->index->reads);
    }
    free(t->index);
    free(t->steps);
    free(t->extras);
    free(t->first);
    free(t->switches);
    free(t->modules);
    free(t->labels);
    free(t->finding);
    free(t->output);
    *t = (struct rdl_trace){ .n_steps = 0 };
}

/* --- Asking --------------------------------------------------------------- */

const struct rdl_extra *rdl_trace_extra(const struct rdl_trace *t, size_t step,
                                        enum rdl_extra_kind kind)
{
    RDL_TRACE_EXTRAS_OF(t, step, x)
    {
        if (x->kind == kind)
            return x;
    }
    return NULL;
}
