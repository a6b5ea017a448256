/* signal_handled.c - a thread waits for a signal for ever and has had it
 * already: the handler ran after the thread had tested whether to wait. */
#include "explain/explainer.h"
#include "explain/search.h"

#include "detect/waits.h"

static const struct rdl_history_act *
signal_before(const struct search *c, const struct rdl_history_act *a,
              rdl_tid tid)
{
    while (a > c->acts.all) {
        a--;
        if (a->e.tid == tid && act_done(a))
            return a;
    }
    return NULL;
}

/* The wait of a thread that waits for a signal; NULL if there is none. */
static const struct rdl_history_act *signal_wait(const struct search *c)
{
    for (size_t i = 0; i < rdl_waits_views(c->finding); i++) {
        const struct rdl_thread_view *v = &c->finding->threads[i];
        const struct rdl_history_act *a;

        if (v->state != RDL_WAITING || v->wait != RDL_WAIT_SIGNAL)
            continue;
        a = c->acts.all + c->acts.n;
        do
            a = signal_before(c, a, v->tid);
        while (a != NULL && a->e.op != RDL_OP_WAIT);
        if (a != NULL)
            return a;
    }
    return NULL;
}

/* What the thread read before the handler ran, and the handler wrote. */
static const struct rdl_history_act *
signal_read(const struct search *c, const struct rdl_history_act *handler,
            const struct rdl_history_act *write)
{
    const rdl_tid tid = handler->e.tid;
    const struct rdl_history_act *a = signal_before(c, handler, tid);

    for (; a != NULL && rdl_trace_accesses(&a->e);
         a = signal_before(c, a, tid)) {
        if (!rdl_trace_changes(&a->e) && rdl_trace_overlap(&a->e, &write->e))
            return a;
    }
    return NULL;
}

static const struct rdl_history_act *
signal_sent(const struct search *c, const struct rdl_history_act *handler)
{
    for (const struct rdl_history_act *a = handler; a > c->acts.all;) {
        a--;
        if (a->e.op == RDL_OP_KILL && act_done(a) && a->value == handler->value)
            return a;
    }
    return NULL;
}

static void signal_collect(struct search *c, struct clues *out)
{
    const struct rdl_history_act *wait = signal_wait(c), *a = wait,
                                 *write = NULL;
    const struct rdl_history_act *read = NULL, *sent;

    while (a != NULL && a->e.op != RDL_OP_HANDLER) {
        if (a != wait && rdl_trace_accesses(&a->e) && rdl_trace_changes(&a->e))
            write = a;
        a = signal_before(c, a, wait->e.tid);
    }
    if (a != NULL && write != NULL)
        read = signal_read(c, a, write);
    if (read == NULL)
        return;
    sent = signal_sent(c, a);
    out->n = 1;
    out->parts[0] = (struct clue){
        .kind = RDL_FACT_HANDLED_SIGNAL,
        .first = *read,
        .between = *write,
        .last = *wait,
    };
    if (sent == NULL)
        return;
    out->parts[0].also = *sent;
    out->parts[0].passes_after = rdl_explain_left(c) &&
                                 sent->e.tid != wait->e.tid &&
                                 rdl_explain_flip(c, sent, wait);
}

const struct rdl_explainer rdl_explainer_signal_handled = {
    .name = "signal-handled",
    .summary = "a wait for a signal that was handled just before it",
    .rank = RDL_EXPLAINS_ALL,
    .future = true,
    .collect = signal_collect,
};
