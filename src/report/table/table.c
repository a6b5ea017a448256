/* table.c - from a trace to a list of acts: see table.h. */
#include "report/table/table.h"

#include "util/alloc.h"
#include "report/table/internal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct table_act *table_add(struct rdl_table *t, uint64_t step,
                                   const struct rdl_event *e)
{
    struct table_act *a = &t->acts[t->n_acts++];

    *a = (struct table_act){ .step = step, .e = *e };
    if (e->tid >= t->n_threads)
        t->n_threads = e->tid + 1u;
    return a;
}

/* Adds an event after a step as a separate act. */
static void table_add_behind(struct rdl_table *t, const struct rdl_extra *x)
{
    const bool freed = x->kind == RDL_EXTRA_FREE;

    if (freed || x->kind == RDL_EXTRA_NO_MEMORY)
        table_add(t, x->step,
                  &(struct rdl_event){
                      .pc = x->block.pc,
                      .addr = freed ? x->block.addr : x->block.size,
                      .size = freed ? (uint32_t)x->block.size : 0,
                      .tid = x->tid,
                      .op = freed ? RDL_OP_FREE : RDL_OP_NO_MEMORY,
                  });
}

/* The acts of one step. */
static void table_step(struct rdl_table *t, size_t step)
{
    const struct rdl_trace *trace = t->trace;
    const struct rdl_event *e = &trace->steps[step];
    struct table_act *a = table_add(t, step, e);

    a->extras = trace->extras + trace->first[step];
    a->n = trace->first[step + 1] - trace->first[step];
    RDL_TRACE_EXTRAS_OF(trace, step, x)
    {
        if (x->kind == RDL_EXTRA_LEFT && e->op == RDL_OP_RMW) {
            a->after = x->left.value;
            a->has_after = true;
        }
    }
    RDL_TRACE_EXTRAS_OF(trace, step, x)
    {
        table_add_behind(t, x);
    }
}

/* The thread that ends the program may lose the turn meanwhile. */
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
    if (rdl_table_extra(a, RDL_EXTRA_WAIT) != NULL)
        return TABLE_WAITS;
    if (rdl_table_extra(a, RDL_EXTRA_PASSED) != NULL)
        return TABLE_PASSED;
    return TABLE_PREEMPTED;
}

/* Sets the start function of each thread and the end of each turn. */
static void table_link(struct rdl_table *t)
{
    const struct table_act *step = t->acts; /* latest act that is a step */

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

struct rdl_table *rdl_table_new(const struct rdl_trace *trace,
                                struct rdl_symbols *symbols)
{
    struct rdl_table *t = rdl_alloc(sizeof(*t));

    t->symbols = symbols;
    t->trace = trace;
    t->f = trace->finding;
    t->acts =
        rdl_alloc((trace->n_steps + trace->n_extras + 1) * sizeof(*t->acts));
    for (size_t i = 0; i < trace->n_steps; i++)
        table_step(t, i);
    table_link(t);
    return t;
}

void rdl_table_free(struct rdl_table *t)
{
    if (t == NULL)
        return;
    rdl_table_names_free(t);
    rdl_table_places_free(t);
    free(t->threads);
    free(t->acts);
    free(t);
}

const struct rdl_extra *rdl_table_extra(const struct table_act *a,
                                        enum rdl_extra_kind kind)
{
    for (size_t i = 0; i < a->n; i++) {
        if (a->extras[i].kind == kind)
            return &a->extras[i];
    }
    return NULL;
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
        return RDL_TABLE_WIDTH;
    return width < RDL_TABLE_NARROWEST ? RDL_TABLE_NARROWEST
           : width > RDL_TABLE_WIDEST  ? RDL_TABLE_WIDEST
                                       : (size_t)width;
}
