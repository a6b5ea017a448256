/* signal_handled.c - a thread waits for a signal for ever, and has had it: the
 * handler ran when the thread had looked already whether it had to wait. */
#include "explain/internal.h"

#include "detect/waits.h"

static const struct rdl_act *signal_before(const struct cause *c,
                                           const struct rdl_act *a, rdl_tid tid)
{
    while (a > c->acts.all) {
        a--;
        if (a->e.tid == tid && cause_done(a))
            return a;
    }
    return NULL;
}

/* The wait of a thread that waits for a signal; NULL if none does. */
static const struct rdl_act *signal_wait(const struct cause *c)
{
    for (size_t i = 0; i < rdl_waits_views(c->finding); i++) {
        const struct rdl_thread_view *v = &c->finding->threads[i];
        const struct rdl_act *a;

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

/* What the thread had read before the handler, and that wrote. */
static const struct rdl_act *signal_read(const struct cause *c,
                                         const struct rdl_act *handler,
                                         const struct rdl_act *write)
{
    const rdl_tid tid = handler->e.tid;
    const struct rdl_act *a = signal_before(c, handler, tid);

    for (; a != NULL && rdl_acts_accesses(&a->e);
         a = signal_before(c, a, tid)) {
        if (!rdl_acts_writes(&a->e) && rdl_acts_overlap(&a->e, &write->e))
            return a;
    }
    return NULL;
}

static const struct rdl_act *signal_sent(const struct cause *c,
                                         const struct rdl_act *handler)
{
    for (const struct rdl_act *a = handler; a > c->acts.all;) {
        a--;
        if (a->e.op == RDL_OP_KILL && cause_done(a) &&
            a->value == handler->value)
            return a;
    }
    return NULL;
}

bool rdl_cause_signal(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_act *wait = signal_wait(c), *a = wait, *write = NULL;
    const struct rdl_act *read = NULL, *sent;

    while (a != NULL && a->e.op != RDL_OP_HANDLER) {
        if (a != wait && rdl_acts_accesses(&a->e) && rdl_acts_writes(&a->e))
            write = a;
        a = signal_before(c, a, wait->e.tid);
    }
    if (a != NULL && write != NULL)
        read = signal_read(c, a, write);
    if (read == NULL)
        return false;
    sent = signal_sent(c, a);
    out->n = 1;
    out->parts[0] = (struct rdl_cause_part){
        .pattern = RDL_CAUSE_LOST_SIGNAL,
        .first = read->e,
        .between = write->e,
        .last = wait->e,
    };
    if (sent == NULL)
        return true;
    out->parts[0].also = sent->e;
    out->parts[0].passes_after = rdl_cause_left(c) &&
                                 sent->e.tid != wait->e.tid &&
                                 rdl_cause_flip(c, sent, wait);
    return true;
}
