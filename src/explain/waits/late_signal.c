/* late_signal.c - a signal for a thread whose wait has timed out already.
 *
 * A wait times out.  Before its thread has reacquired the mutex, another thread
 * signals the condition and relies on it.  The signal wakes nobody, and a
 * thread that needs the first one then waits for ever.  The failure shows
 * there, but the cause is the lost signal. */
#include "explain/waits/waiter.h"

static bool late_signals(const struct rdl_history_act *a, uintptr_t condition)
{
    return act_done(a) && a->e.addr == condition &&
           (a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST);
}

/* The latest wait on that condition that had timed out, and whose thread had
 * not yet run on, when the signal came; NULL if there is none. */
static const struct rdl_history_act *
late_wait(const struct search *c, const struct rdl_history_act *signal)
{
    bool on[RDL_MAX_THREADS] = { false }; /* it ran on, or was woken */

    for (const struct rdl_history_act *a = signal; a > c->acts.all;) {
        a--;
        if (late_signals(a, signal->e.addr) && a->n_woken > 1)
            return NULL;
        if (late_signals(a, signal->e.addr) && a->n_woken == 1)
            on[a->woken] = true;
        if (!act_done(a) || a->e.tid == signal->e.tid || on[a->e.tid])
            continue;
        if (a->e.op == RDL_OP_WAIT && a->e.addr == signal->e.addr)
            return a;
        on[a->e.tid] = a->e.op != RDL_OP_WAKE || a->by_nobody;
    }
    return NULL;
}

/* What that thread accesses next; NULL if nothing, or if a spurious wake-up
 * ended the wait. */
static const struct rdl_history_act *
late_next(const struct search *c, const struct rdl_history_act *wait)
{
    for (const struct rdl_history_act *a = wait + 1;
         a < c->acts.all + c->acts.n; a++) {
        if (a->e.tid != wait->e.tid)
            continue;
        if (a->by_nobody || a->e.op == RDL_OP_WAIT)
            return NULL;
        if (rdl_trace_accesses(&a->e))
            return act_done(a) ? a : NULL;
    }
    return NULL;
}

void rdl_explain_unheard(const struct search *c, const struct clue *why,
                         struct clue *out)
{
    for (const struct rdl_history_act *a = c->acts.all + c->acts.n;
         a > c->acts.all;) {
        const struct rdl_history_act *wait, *next;

        a--;
        if ((a->e.op != RDL_OP_SIGNAL && a->e.op != RDL_OP_BROADCAST) ||
            !act_done(a) || a->n_woken > 0)
            continue;
        wait = late_wait(c, a);
        next = wait != NULL ? late_next(c, wait) : NULL;
        if (next == NULL || next < a ||
            (!rdl_explain_about(why, wait->e.tid) &&
             why->last.e.tid != wait->e.tid))
            continue;
        *out = (struct clue){
            .kind = RDL_FACT_UNHEARD_SIGNAL,
            .first = *a,
            .between = *wait,
            .tested = { *wait, *next },
            .last = out->last,
        };
        return;
    }
}
