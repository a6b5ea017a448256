/* waiter.c - chooses which of the threads that wait for ever to report.  Others
 * may wait for good reason, and only because of that one. */
#include "explain/waits/waiter.h"

#include "detect/waits.h"

bool rdl_waiter_done(const struct rdl_history_act *a)
{
    return a->step != UINT64_MAX;
}

/* The view of the thread, if it waits for that condition; otherwise NULL. */
static const struct rdl_thread_view *waiter_view(const struct search *c,
                                                 rdl_tid tid)
{
    const struct rdl_thread_view *v = rdl_waits_view(c->finding, tid);

    return v != NULL && v->state == RDL_WAITING && v->wait == RDL_WAIT_CONDITION
               ? v
               : NULL;
}

bool rdl_waiter_left(const struct search *c, rdl_tid tid)
{
    const struct rdl_thread_view *v = rdl_waits_view(c->finding, tid);

    return v == NULL || v->state != RDL_WAITING;
}

const struct rdl_history_act *rdl_waiter_of(const struct search *c, rdl_tid tid)
{
    const struct rdl_thread_view *v = waiter_view(c, tid);

    for (size_t i = c->acts.n; v != NULL && i > 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (rdl_waiter_done(a) && a->e.tid == tid && a->e.op == RDL_OP_WAIT)
            return a;
    }
    return NULL;
}

/* Its latest act, if it waits there. */
static const struct rdl_history_act *
waiter_last(const struct search *c, rdl_tid tid, uintptr_t condition)
{
    const struct rdl_history_act *a = rdl_waiter_of(c, tid);

    return a != NULL && a->e.addr == condition ? a : NULL;
}

const struct rdl_history_act *rdl_waiter_signal(const struct search *c,
                                                uintptr_t condition)
{
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (rdl_waiter_done(a) && a->e.addr == condition &&
            (a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST))
            return a;
    }
    return NULL;
}

bool rdl_waiter_again(const struct search *c,
                      const struct rdl_history_act *signal)
{
    const size_t from = (size_t)(signal - c->acts.all) + 1;

    if (signal->n_woken != 1)
        return false;
    for (size_t i = from; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (!rdl_waiter_done(a) || a->e.tid != signal->woken)
            continue;
        if (a->e.op == RDL_OP_WAIT)
            return a->e.addr == signal->e.addr &&
                   rdl_waiter_of(c, a->e.tid) == a;
        if ((rdl_trace_accesses(&a->e) && c->shared[i] &&
             rdl_trace_changes(&a->e)) ||
            a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST)
            return false;
    }
    return false;
}

/* The last write of another thread there after that wait, if it changed what
 * had been read; NULL if there is none. */
static const struct rdl_history_act *
waiter_change(const struct search *c, const struct rdl_history_act *wait,
              const struct rdl_history_act *read)
{
    for (const struct rdl_history_act *a = c->acts.all + c->acts.n; a > wait;) {
        a--;
        if (!act_done(a) || !rdl_trace_accesses(&a->e) ||
            !rdl_trace_changes(&a->e) || !rdl_trace_overlap(&a->e, &read->e))
            continue;
        /* For an update, only the value before it is known. */
        return a->e.tid != wait->e.tid &&
                       (a->e.op == RDL_OP_RMW || a->value != read->value)
                   ? a
                   : NULL;
    }
    return NULL;
}

/* Did the waiting thread itself write there since?  Then its read was not a
 * test of what it waits for. */
static bool waiter_writes(const struct rdl_history_act *read,
                          const struct rdl_history_act *wait)
{
    for (const struct rdl_history_act *a = read + 1; a < wait; a++) {
        if (a->e.tid == wait->e.tid && rdl_trace_accesses(&a->e) &&
            rdl_trace_changes(&a->e) && rdl_trace_overlap(&a->e, &read->e))
            return true;
    }
    return false;
}

bool rdl_waiter_sets(const struct rdl_history_act *write,
                     const struct rdl_history_act *wait)
{
    if (!rdl_trace_accesses(&write->e) || !rdl_trace_changes(&write->e))
        return false;
    for (const struct rdl_history_act *a = write + 1; a < wait; a++) {
        if (a->e.tid == wait->e.tid && act_reads(&a->e) &&
            rdl_trace_overlap(&a->e, &write->e))
            return true;
    }
    return false;
}

const struct rdl_history_act *
rdl_waiter_changed(const struct search *c, const struct rdl_history_act *wait,
                   const struct rdl_history_act **read)
{
    for (const struct rdl_history_act *a = wait; a > c->acts.all;) {
        const struct rdl_history_act *change;

        a--;
        if (a->e.tid != wait->e.tid)
            continue;
        if (!rdl_trace_accesses(&a->e) || rdl_waiter_sets(a, wait))
            return NULL;
        change = act_reads(&a->e) && c->shared[a - c->acts.all] &&
                         !waiter_writes(a, wait)
                     ? waiter_change(c, wait, a)
                     : NULL;
        *read = a;
        if (change != NULL)
            return change;
    }
    return NULL;
}

/* The condition that the finding is about: that of the thread that it names, or
 * of the latest to wait. */
static const struct rdl_history_act *waiter_named(const struct search *c)
{
    const struct rdl_thread_view *v = waiter_view(c, c->finding->tid);

    if (v != NULL)
        return waiter_last(c, v->tid, v->wait_object);
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (rdl_waiter_done(a) && a->e.op == RDL_OP_WAIT &&
            rdl_waiter_of(c, a->e.tid) == a)
            return a;
    }
    return NULL;
}

/* The latest signal woke a thread that had no use for it: finds another that
 * waited then, preferably at another place. */
static const struct rdl_history_act *
waiter_passed_over(const struct search *c, const struct rdl_history_act *signal)
{
    const struct rdl_history_act *best = NULL, *woken;

    woken = waiter_last(c, signal->woken, signal->e.addr);
    for (size_t i = 0; i < rdl_waits_views(c->finding); i++) {
        const struct rdl_history_act *a =
            waiter_last(c, c->finding->threads[i].tid, signal->e.addr);

        if (a == NULL || a == woken || a->step > signal->step)
            continue;
        if (best == NULL ||
            (best->e.pc == woken->e.pc && a->e.pc != woken->e.pc))
            best = a;
    }
    return best;
}

/* A thread that waits although what it had read has changed. */
static const struct rdl_history_act *waiter_overtaken(const struct search *c)
{
    const struct rdl_history_act *read;

    for (size_t i = 0; i < rdl_waits_views(c->finding); i++) {
        const struct rdl_history_act *a =
            rdl_waiter_of(c, c->finding->threads[i].tid);

        if (a != NULL && rdl_waiter_changed(c, a, &read) != NULL)
            return a;
    }
    return NULL;
}

const struct rdl_history_act *rdl_waiter_find(const struct search *c)
{
    const struct rdl_history_act *named = waiter_named(c), *signal,
                                 *best = NULL, *read;

    if (named == NULL)
        return NULL;
    signal = rdl_waiter_signal(c, named->e.addr);
    if (signal != NULL && rdl_waiter_again(c, signal))
        best = waiter_passed_over(c, signal);
    else if (rdl_waiter_changed(c, named, &read) == NULL)
        best = waiter_overtaken(c);
    return best != NULL ? best : named;
}
