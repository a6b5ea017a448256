/* table.c - from what was recorded to a list of acts: see table.h.
 *
 * The events come from the target, which may have written anywhere: numbers
 * are checked before they are used. */
#include "report/table/table.h"

#include "util/die.h"
#include "symbols/stack.h"
#include "report/table/internal.h"
#include "util/wrap.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NARROWEST 60
#define WIDEST 400

static bool table_sound(const struct rdl_event *e)
{
    return e->op < RDL_N_OPS && e->tid < RDL_MAX_THREADS;
}

/* What came of steps, without what cannot be. */
static void table_take_more(struct rdl_table *t,
                            const struct rdl_table_source *from)
{
    uint64_t step = 0;

    t->more =
        rdl_alloc((from->n_events - from->n_steps + 1) * sizeof(*t->more));
    for (size_t i = from->n_steps; i < from->n_events; i++) {
        const struct rdl_event *e = &from->events[i];

        if (!table_sound(e) || e->pc < step || e->pc >= from->n_steps)
            continue;
        step = e->pc;
        t->more[t->n_more++] = *e;
    }
}

static struct table_act *table_add(struct rdl_table *t, uint64_t step,
                                   const struct rdl_event *e)
{
    struct table_act *a = &t->acts[t->n_acts++];

    *a = (struct table_act){ .step = step, .e = *e };
    if (e->tid >= t->n_threads)
        t->n_threads = e->tid + 1u;
    return a;
}

/* The acts of one step; returns the first of `more` that is of a later one. */
static size_t table_step(struct rdl_table *t, uint64_t step,
                         const struct rdl_event *e, size_t at)
{
    struct table_act *a = table_add(t, step, e);

    a->first = (uint32_t)at;
    for (; at < t->n_more && t->more[at].pc == step; at++) {
        const struct rdl_event *m = &t->more[at];

        a->n++;
        if (m->op == RDL_OP_RMW && e->op == RDL_OP_RMW) {
            a->after = m->value;
            a->has_after = true;
        }
    }
    for (size_t i = a->first; i < at; i++) {
        struct rdl_event behind = t->more[i];

        if (!table_behind((enum rdl_op)behind.op))
            continue;
        behind.pc = behind.value;
        table_add(t, step, &behind);
    }
    return at;
}

/* Who ends the program may lose the turn while that goes on. */
static bool table_still_there(const struct rdl_table *t, rdl_tid tid)
{
    for (size_t i = 0; i < t->f->n_threads; i++) {
        if (t->f->threads[i].tid == tid)
            return t->f->threads[i].state != RDL_ENDED;
    }
    return false;
}

static enum table_end table_end_of(const struct rdl_table *t,
                                   const struct table_act *a)
{
    if (a->e.op == RDL_OP_EXIT && !table_still_there(t, a->e.tid))
        return TABLE_ENDS;
    if (rdl_table_more(t, a, RDL_OP_WAIT) != NULL)
        return TABLE_WAITS;
    if (rdl_table_more(t, a, RDL_OP_YIELD) != NULL)
        return TABLE_PASSED;
    return TABLE_PREEMPTED;
}

/* Who runs what, and where each turn ends. */
static void table_link(struct rdl_table *t)
{
    const struct table_act *step = t->acts; /* latest that is one */

    t->threads = rdl_alloc((t->n_threads + 1) * sizeof(*t->threads));
    for (size_t i = 0; i < t->n_acts; i++) {
        struct table_act *a = &t->acts[i];
        struct table_thread *thread = &t->threads[a->e.tid];

        thread->seen = true;
        thread->acts++;
        if (a->e.op == RDL_OP_START)
            thread->start = a->e.pc;
        if (!table_behind((enum rdl_op)a->e.op))
            step = a;
        if (i + 1 < t->n_acts && t->acts[i + 1].e.tid != a->e.tid)
            a->end = (uint8_t)table_end_of(t, step);
    }
}

struct rdl_table *rdl_table_new(const struct rdl_table_source *source,
                                struct rdl_symbols *symbols)
{
    struct rdl_table *t = rdl_alloc(sizeof(*t));
    size_t at = 0;

    t->symbols = symbols;
    t->f = source->finding;
    t->n_steps = source->n_steps;
    table_take_more(t, source);
    t->acts = rdl_alloc((source->n_events + 1) * sizeof(struct table_act));
    for (size_t i = 0; i < source->n_steps; i++) {
        if (table_sound(&source->events[i]))
            at = table_step(t, i, &source->events[i], at);
        while (at < t->n_more && t->more[at].pc <= i)
            at++;
    }
    table_link(t);
    return t;
}

/* A step that nobody settled (its thread never came to another) is known by
 * its place and operator. */
static void table_complete(struct rdl_shared *s, struct rdl_event *events,
                           size_t n)
{
    const uint64_t *steps = rdl_shared_data(s, RDL_TRACE_STEPS);
    const struct rdl_switch *switches = rdl_shared_data(s, RDL_TRACE_SWITCHES);
    const size_t n_switches = s->regions[RDL_TRACE_SWITCHES].used;
    rdl_tid tid = 0;

    for (size_t i = 0, k = 0; i < n; i++) {
        for (; k < n_switches && switches[k].step <= i; k++)
            tid = switches[k].tid;
        if (events[i].pc == 0 && events[i].addr == 0)
            events[i] = (struct rdl_event){
                .pc = rdl_step_pc(steps[i]),
                .op = (uint8_t)rdl_step_op(steps[i]),
                .flags = (uint8_t)rdl_order_flags(rdl_step_order(steps[i])),
                .tid = tid,
            };
    }
}

struct rdl_table *rdl_table_of(struct rdl_shared *shared,
                               struct rdl_symbols *symbols)
{
    const struct rdl_region *r = &shared->regions[RDL_TRACE_EVENTS];
    struct rdl_table_source source = {
        .n_steps = shared->regions[RDL_TRACE_STEPS].used,
        .n_events = r->used,
        .finding = &shared->finding,
    };
    struct rdl_event *events;
    struct rdl_table *t;

    if ((shared->config.flags & RDL_CFG_WATCH) == 0 || source.n_steps == 0 ||
        source.n_events < source.n_steps)
        return NULL;
    events = rdl_alloc(source.n_events * sizeof(*events));
    memcpy(events, rdl_shared_data(shared, RDL_TRACE_EVENTS),
           source.n_events * sizeof(*events));
    table_complete(shared, events, source.n_steps);
    source.events = events;
    t = rdl_table_new(&source, symbols);
    free(events);
    return t;
}

void rdl_table_free(struct rdl_table *t)
{
    if (t == NULL)
        return;
    rdl_table_names_free(t);
    free(t->threads);
    free(t->acts);
    free(t->more);
    free(t);
}

void rdl_table_place(struct rdl_table *t, uintptr_t pc, struct rdl_place *out)
{
    struct rdl_place frames[8];
    size_t n = rdl_symbols_frames(t->symbols, pc, frames, 8), i = 0;

    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    *out = frames[i];
}

void rdl_table_act_place(struct rdl_table *t, const struct table_act *a,
                         struct rdl_place *out)
{
    struct rdl_place around;

    rdl_table_place(t, a->e.pc, out);
    for (size_t i = a->first; i < a->first + a->n && !rdl_stack_own(out); i++) {
        if (t->more[i].op != RDL_OP_START)
            continue;
        rdl_table_place(t, t->more[i].addr, &around);
        /* What has no hooks has left no call: that is one further out. */
        if (around.module_path != out->module_path)
            return;
        if (rdl_stack_own(&around))
            *out = around;
    }
}

bool rdl_table_same_line(const struct rdl_place *a, const struct rdl_place *b)
{
    if (a->file == NULL || b->file == NULL)
        return a->file == b->file && a->offset == b->offset;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

const struct rdl_event *rdl_table_more(const struct rdl_table *t,
                                       const struct table_act *a,
                                       enum rdl_op op)
{
    for (size_t i = a->first; i < a->first + a->n; i++) {
        if (t->more[i].op == op)
            return &t->more[i];
    }
    return NULL;
}

rdl_tid rdl_table_thread(const struct rdl_table *t, const struct table_act *a,
                         uintptr_t handle)
{
    for (size_t i = a->first + a->n; i > 0; i--) {
        const struct rdl_event *e = &t->more[i - 1];

        if (e->op == RDL_OP_CREATE && e->addr == handle &&
            e->size < RDL_MAX_THREADS)
            return (rdl_tid)e->size;
    }
    return RDL_NO_TID;
}

size_t rdl_table_width(FILE *out)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    long width = columns != NULL ? strtol(columns, NULL, 10) : 0;

    if (width <= 0 && isatty(fileno(out)) &&
        ioctl(fileno(out), TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    if (width <= 0)
        return RDL_COLUMNS;
    return width < NARROWEST ? NARROWEST
           : width > WIDEST  ? WIDEST
                             : (size_t)width;
}
