/* cycle.c - threads that wait for each other.  The views of the finding have
 * everything; this tries no execution. */
#include "explain/explainer.h"
#include "explain/search.h"

#include "detect/waits.h"

#include <string.h>

static void cycle_collect(struct search *c, struct clues *out)
{
    if (c->finding->n_cycle > 0)
        out->parts[out->n++] = (struct clue){ .kind = RDL_FACT_CYCLE };
}

const struct rdl_explainer rdl_explainer_cycle = {
    .name = "cycle",
    .summary = "threads that each wait for what the next one has",
    .rank = RDL_EXPLAINS_ALL,
    .collect = cycle_collect,
};

/* A thread waits for something else while it holds a lock that another thread
 * waits for. */
static void holds_collect(struct search *c, struct clues *out)
{
    const struct rdl_finding *f = c->finding;
    const size_t n = rdl_waits_views(f);

    for (size_t i = 0; i < n && out->n == 0; i++) {
        const struct rdl_thread_view *v = &f->threads[i], *holder;

        if (v->state != RDL_WAITING || v->wait != RDL_WAIT_LOCK)
            continue;
        holder = rdl_waits_view(f, v->holder);
        if (holder == NULL || holder->state != RDL_WAITING ||
            holder->wait == RDL_WAIT_LOCK)
            continue;
        out->parts[out->n++] = (struct clue){
            .kind = RDL_FACT_HOLDS_AND_WAITS,
            .first = { .e = { .tid = holder->tid } },
            .last = { .e = { .tid = v->tid } },
        };
    }
}

const struct rdl_explainer rdl_explainer_holds_and_waits = {
    .name = "holds-and-waits",
    .summary = "a thread that waits with a lock that another one needs",
    .rank = RDL_EXPLAINS_ALL,
    .only = "deadlock",
    .collect = holds_collect,
};

/* The latest access of the thread to memory that others access too. */
static struct rdl_history_act kept_latest(const struct search *c, rdl_tid tid)
{
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (a->e.tid == tid && act_done(a) && c->shared[i - 1] &&
            rdl_trace_accesses(&a->e))
            return *a;
    }
    return (struct rdl_history_act){ .e = { .tid = tid } };
}

/* A thread waits for a lock that it holds itself, or that a thread held when it
 * ended.  That takes precedence over everything else. */
static void kept_collect(struct search *c, struct clues *out)
{
    const struct rdl_finding *f = c->finding;

    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];
        const struct rdl_thread_view *holder = rdl_waits_view(f, v->holder);

        if (v->state != RDL_WAITING || v->wait != RDL_WAIT_LOCK ||
            v->held_pc == 0 || holder == NULL ||
            (holder != v && holder->state != RDL_ENDED))
            continue;
        out->n = out->n < CLUES ? out->n : CLUES - 1;
        memmove(&out->parts[1], &out->parts[0], out->n * sizeof(out->parts[0]));
        out->n++;
        out->parts[0] = (struct clue){
            .kind = RDL_FACT_HOLDS_AND_WAITS,
            .first = kept_latest(c, holder->tid),
            .last = { .e = { .tid = v->tid } },
        };
        return;
    }
}

const struct rdl_explainer rdl_explainer_kept_lock = {
    .name = "kept-lock",
    .summary = "a lock that its own holder asks for, or that ended with it",
    .rank = RDL_EXPLAINS_ANYTHING,
    .future = true,
    .collect = kept_collect,
};
