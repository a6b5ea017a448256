/* cause_wait.c - a thread waits for a condition, and nobody is left to signal
 * it: what it had read before, and what the latest signal did.  Nothing is
 * tried here; all of it is as the execution was. */
#include "campaign/cause_internal.h"

#include "detect/waits.h"

#define AFTER 8 /* acts between a wait and a failure that is about it */

static bool wait_done(const struct rdl_act *a)
{
    return a->step != UINT64_MAX;
}

/* The thread of the view waits for that condition; NULL if no such view. */
static const struct rdl_thread_view *wait_view(const struct cause *c,
                                               rdl_tid tid)
{
    const struct rdl_thread_view *v = rdl_waits_view(c->finding, tid);

    return v != NULL && v->state == RDL_WAITING && v->wait == RDL_WAIT_CONDITION
               ? v
               : NULL;
}

/* The latest act of a thread that waits there for ever. */
static const struct rdl_act *wait_last(const struct cause *c, rdl_tid tid,
                                       uintptr_t condition)
{
    const struct rdl_thread_view *v = wait_view(c, tid);

    for (size_t i = c->acts.n; v != NULL && i > 0; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (wait_done(a) && a->e.tid == tid && a->e.op == RDL_OP_WAIT)
            return a->e.addr == condition ? a : NULL;
    }
    return NULL;
}

static const struct rdl_act *wait_signal(const struct cause *c,
                                         uintptr_t condition)
{
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (wait_done(a) && a->e.addr == condition &&
            (a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST))
            return a;
    }
    return NULL;
}

/* Does the only thread that the signal woke wait there again, with nothing done
 * that others could see? */
static bool wait_again(const struct cause *c, const struct rdl_act *signal)
{
    const size_t from = (size_t)(signal - c->acts.all) + 1;

    if (signal->n_woken != 1)
        return false;
    for (size_t i = from; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (!wait_done(a) || a->e.tid != signal->woken)
            continue;
        if (a->e.op == RDL_OP_WAIT)
            return a->e.addr == signal->e.addr &&
                   wait_last(c, a->e.tid, a->e.addr) == a;
        if ((rdl_acts_accesses(&a->e) && c->shared[i] &&
             rdl_acts_writes(&a->e)) ||
            a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST)
            return false;
    }
    return false;
}

/* Of those that wait for ever the one to tell of: if the latest signal went to
 * one that had no use for it, another that waited then, rather at another
 * place; else the thread that the finding names. */
static const struct rdl_act *wait_whose(const struct cause *c,
                                        const struct rdl_act *named,
                                        const struct rdl_act *signal)
{
    const struct rdl_act *best = NULL, *woken;

    if (signal == NULL || !wait_again(c, signal))
        return named;
    woken = wait_last(c, signal->woken, signal->e.addr);
    for (size_t i = 0; i < rdl_waits_views(c->finding); i++) {
        const struct rdl_act *a =
            wait_last(c, c->finding->threads[i].tid, signal->e.addr);

        if (a == NULL || a == woken || a->step > signal->step)
            continue;
        if (best == NULL ||
            (best->e.pc == woken->e.pc && a->e.pc != woken->e.pc))
            best = a;
    }
    return best != NULL ? best : named;
}

/* The condition that the finding is about: of the thread that it names, or of
 * the latest to wait. */
static const struct rdl_act *wait_named(const struct cause *c)
{
    const struct rdl_thread_view *v = wait_view(c, c->finding->tid);

    if (v != NULL)
        return wait_last(c, v->tid, v->wait_object);
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (wait_done(a) && a->e.op == RDL_OP_WAIT &&
            wait_last(c, a->e.tid, a->e.addr) == a)
            return a;
    }
    return NULL;
}

/* The latest act of the thread that goes to wait, since it waited before, on
 * that memory. */
static const struct rdl_act *wait_looked(const struct cause *c,
                                         const struct rdl_act *wait,
                                         const struct rdl_event *e)
{
    for (const struct rdl_act *a = wait; a > c->acts.all;) {
        a--;
        if (a->e.tid != wait->e.tid)
            continue;
        if (a->e.op == RDL_OP_WAIT)
            return NULL;
        if (rdl_acts_accesses(&a->e) && rdl_acts_overlap(&a->e, e))
            return a;
    }
    return NULL;
}

/* What the one that signals had written before, the latest of it that the other
 * had read before that, and did not look at again. */
static bool wait_stale(const struct cause *c, const struct rdl_act *wait,
                       const struct rdl_act *signal, struct rdl_cause_part *out)
{
    if (signal->e.tid == wait->e.tid)
        return false;
    for (const struct rdl_act *w = signal; w > c->acts.all;) {
        const struct rdl_act *r;

        w--;
        if (!wait_done(w) || w->e.tid != signal->e.tid ||
            !rdl_acts_accesses(&w->e) || !rdl_acts_writes(&w->e))
            continue;
        r = wait_looked(c, wait, &w->e);
        if (r == NULL || r > w || rdl_acts_writes(&r->e))
            continue;
        out->first = r->e;
        out->between = w->e;
        out->stale = true;
        return true;
    }
    return false;
}

/* What the thread had read last, since it waited before, and who had written
 * that. */
static void wait_read(const struct cause *c, const struct rdl_act *wait,
                      struct rdl_cause_part *out)
{
    size_t i = (size_t)(wait - c->acts.all);

    for (; i > 0 && out->first.pc == 0; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (a->e.tid != wait->e.tid)
            continue;
        if (a->e.op == RDL_OP_WAIT)
            return;
        if (c->shared[i - 1] &&
            (a->e.op == RDL_OP_READ || a->e.op == RDL_OP_ATOMIC_READ))
            out->first = a->e;
    }
    for (; i > 0 && out->between.pc == 0; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (rdl_acts_accesses(&a->e) && rdl_acts_writes(&a->e) &&
            rdl_acts_overlap(&a->e, &out->first))
            out->between = a->e;
    }
}

static void wait_tell(const struct cause *c, const struct rdl_act *wait,
                      const struct rdl_act *signal, struct rdl_cause *out)
{
    struct rdl_cause_part part = {
        .pattern = RDL_CAUSE_LOST_WAKEUP,
        .last = wait->e,
    };

    if (signal == NULL || signal > wait || !wait_stale(c, wait, signal, &part))
        wait_read(c, wait, &part);
    if (signal != NULL) {
        part.also = signal->e;
        part.n_woken = signal->n_woken;
        part.woken = signal->woken;
        part.waited = wait->step < signal->step;
        part.again = wait_again(c, signal);
    }
    out->n = 1;
    out->parts[0] = part;
}

void rdl_cause_wait(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_act *wait = wait_named(c), *signal;

    if (wait == NULL)
        return;
    if (out->n > 0 && out->parts[0].last.op == RDL_OP_WAIT &&
        out->parts[0].last.addr == wait->e.addr)
        return;
    signal = wait_signal(c, wait->e.addr);
    wait_tell(c, wait_whose(c, wait, signal), signal, out);
}

/* The wait from which the thread that failed has just come. */
static const struct rdl_act *wait_latest(const struct cause *c)
{
    unsigned seen = 0;

    for (size_t i = c->acts.n; i > 0 && seen <= AFTER; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (!wait_done(a) || a->e.tid != c->finding->tid)
            continue;
        if (a->e.op == RDL_OP_WAIT)
            return a;
        if (a->e.op == RDL_OP_LOCK || a->e.op == RDL_OP_SIGNAL ||
            a->e.op == RDL_OP_BROADCAST ||
            (c->shared[i - 1] && rdl_acts_accesses(&a->e) &&
             rdl_acts_writes(&a->e)))
            return NULL;
        seen++;
    }
    return NULL;
}

bool rdl_cause_gave_up(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_act *wait = wait_latest(c), *signal;

    if (wait == NULL)
        return false;
    signal = wait_signal(c, wait->e.addr);
    if (signal == NULL)
        return false;
    for (const struct rdl_act *a = wait; a <= signal; a++) {
        if (a->e.addr == wait->e.addr && a->n_woken > 0 &&
            (a->n_woken > 1 || a->woken == wait->e.tid))
            return false;
    }
    wait_tell(c, wait, signal, out);
    out->parts[0].gave_up = true;
    return true;
}
