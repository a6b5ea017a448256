/* carried_value.c - how a window led to the failure.
 *
 * The window names the memory that both threads touched, say a flag.  What goes
 * wrong may be the data that the flag guards: the failing thread read data that
 * was written together with the window.  This looks only at the failing
 * execution. */
#include "explain/explainer.h"
#include "explain/search.h"

#define READS 4 /* the latest reads of the failing thread */

static bool carried_window(const struct clue *p)
{
    return p->kind == RDL_FACT_LOST_UPDATE || p->kind == RDL_FACT_WINDOW;
}

/* The last write to that memory before; NULL if there is none. */
static const struct rdl_history_act *
carried_written(const struct search *c, const struct rdl_history_act *read)
{
    for (const struct rdl_history_act *a = read; a > c->acts.all;) {
        a--;
        if (act_done(a) && rdl_trace_accesses(&a->e) &&
            rdl_trace_changes(&a->e) && rdl_trace_overlap(&a->e, &read->e))
            return a;
    }
    return NULL;
}

/* Did the thread do nothing but accesses from the one to the other? */
static bool carried_one_go(const struct rdl_history_act *a,
                           const struct rdl_history_act *b)
{
    const struct rdl_history_act *from = a < b ? a : b, *to = a < b ? b : a;

    if (a->e.tid != b->e.tid)
        return false;
    for (const struct rdl_history_act *x = from; x <= to; x++) {
        if (x->e.tid == a->e.tid && !rdl_trace_accesses(&x->e))
            return false;
    }
    return true;
}

/* Was it written together with the window, or with the other thread's turn?  A
 * write of the thread itself counts only before both: the value should have
 * changed by now. */
static bool carried_beside(const struct named_acts *t,
                           const struct rdl_history_act *write,
                           const struct rdl_history_act *read)
{
    if (write->e.tid == read->e.tid)
        return write < t->first && carried_one_go(write, t->first);
    return carried_one_go(write, t->first) ||
           carried_one_go(write, t->between) || carried_one_go(write, t->last);
}

static bool carried_named(const struct clues *out,
                          const struct rdl_history_act *a)
{
    for (size_t i = 0; i < out->n; i++) {
        const struct clue *p = &out->parts[i];

        if (a->e.pc == p->first.e.pc || a->e.pc == p->between.e.pc ||
            a->e.pc == p->also.e.pc || a->e.pc == p->last.e.pc)
            return true;
    }
    return false;
}

static void carried_collect(struct search *c, struct clues *out)
{
    const struct named_acts *t = &c->named;
    unsigned reads = 0;

    /* A thread that only counts results at the end sees too much. */
    if (out->n != 1 || !carried_window(out->parts) ||
        !rdl_explain_about(out->parts, c->finding->tid))
        return;
    for (size_t i = c->acts.n; i > 0 && reads < READS; i--) {
        const struct rdl_history_act *read = &c->acts.all[i - 1], *write;

        if (read <= t->between || (act_done(t->last) && read <= t->last))
            return;
        if (read->e.tid != c->finding->tid || !act_done(read) ||
            !c->shared[i - 1] || !act_reads(&read->e))
            continue;
        reads++;
        write = carried_written(c, read);
        if (write == NULL)
            continue;
        if (carried_named(out, write))
            return;
        if (!carried_beside(t, write, read))
            continue;
        out->parts[out->n++] = (struct clue){
            .kind = RDL_FACT_SAW,
            .first = *write,
            .last = *read,
        };
        return;
    }
}

const struct rdl_explainer rdl_explainer_carried_value = {
    .name = "carried-value",
    .summary = "a value that the failing thread read because of a window",
    .rank = RDL_EXPLAINS_BESIDE,
    .except = "lost-wakeup heap-use-after-free",
    .future = true,
    .collect = carried_collect,
};
