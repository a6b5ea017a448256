/* did_otherwise.c - who would have signalled, and what that thread had read.
 *
 * A thread waits for ever, nobody has signalled its condition, and nothing else
 * is known.  Then some thread took a path without the signal because of a value
 * that another thread changes later.  Each read of such a value comes after
 * that change, one at a time, the latest first: if the program passes and the
 * reading thread signals, that read decided (missing_signal.c compares the two
 * executions). */
#include "explain/explainer.h"
#include "explain/search.h"
#include "explain/waits/waiter.h"

#define TRIES 24

/* Is an endless wait for a signal that nobody sent all that is known? */
static bool otherwise_open(const struct clues *out)
{
    return out->n == 1 && out->n_facts == 0 &&
           out->parts[0].kind == RDL_FACT_ENDLESS_WAIT &&
           !out->parts[0].gave_up && !out->parts[0].stuck &&
           out->parts[0].also.e.pc == 0;
}

/* The first change of what `read` read, by another thread after it; NULL if
 * there is none. */
static const struct rdl_history_act *
otherwise_change(const struct search *c, const struct rdl_history_act *read)
{
    const struct rdl_history_act *end = c->acts.all + c->acts.n;

    for (const struct rdl_history_act *a = read + 1; a < end; a++) {
        if (act_done(a) && a->e.tid != read->e.tid &&
            rdl_trace_accesses(&a->e) && rdl_trace_changes(&a->e) &&
            rdl_trace_overlap(&a->e, &read->e))
            return a;
    }
    return NULL;
}

/* The latest such read, if it passes after the change and its thread signals
 * then. */
static bool otherwise_decides(struct search *c,
                              const struct rdl_history_act *read,
                              const struct rdl_history_act *change,
                              struct named_acts *named)
{
    if (!rdl_explain_flip(c, read, change))
        return false;
    rdl_explain_missed(c, named);
    return named->signal.e.pc != 0 && named->signal.e.tid == read->e.tid;
}

static void otherwise_collect(struct search *c, struct clues *out)
{
    const struct rdl_history_act *wait = rdl_waiter_find(c);
    unsigned tried = 0;

    if (wait == NULL || !otherwise_open(out))
        return;
    for (size_t i = c->acts.n; i > 0 && tried < TRIES; i--) {
        const struct rdl_history_act *read = &c->acts.all[i - 1], *change;
        struct named_acts named;

        if (!act_done(read) || read->e.tid == wait->e.tid ||
            !act_reads(&read->e) || !c->shared[i - 1])
            continue;
        change = otherwise_change(c, read);
        if (change == NULL)
            continue;
        if (!rdl_explain_left(c))
            return;
        tried++;
        if (!otherwise_decides(c, read, change, &named))
            continue;
        out->parts[out->n++] = (struct clue){
            .kind = RDL_FACT_MISSING_SIGNAL,
            .first = *read,
            .between = named.signal,
            .also = { .step = UINT64_MAX },
            .waited = named.woken,
            .last = *wait,
        };
        return;
    }
}

const struct rdl_explainer rdl_explainer_did_otherwise = {
    .name = "did-otherwise",
    .summary = "who would have signalled, but for a value that it read",
    .rank = RDL_EXPLAINS_BESIDE,
    .only = "lost-wakeup",
    .future = true,
    .collect = otherwise_collect,
};
