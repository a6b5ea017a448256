/* wrong_waiter.c - a signal that went to a thread which had no use for it.
 *
 * Two threads wait on one condition, perhaps for different things.  A signal
 * wakes one of them; it finds nothing to do and waits again, and the other one
 * waits for ever.  This looks only at the failing execution. */
#include "explain/explainer.h"
#include "explain/fact.h"
#include "explain/waits/waiter.h"

/* The wait that the signal ended; NULL if not known. */
static const struct rdl_history_act *
wrong_woken(const struct search *c, const struct rdl_history_act *signal)
{
    for (const struct rdl_history_act *a = signal; a > c->acts.all;) {
        a--;
        if (a->e.tid == signal->woken && rdl_waiter_done(a))
            return a->e.op == RDL_OP_WAIT && a->e.addr == signal->e.addr ? a
                                                                         : NULL;
    }
    return NULL;
}

static void wrong_collect(struct search *c, struct clues *out)
{
    const struct rdl_history_act *wait = rdl_waiter_find(c);

    if (wait == NULL)
        return;
    for (const struct rdl_history_act *a = c->acts.all + c->acts.n - 1;
         a > wait; a--) {
        const struct rdl_history_act *other;
        struct rdl_fact *f;

        if (a->e.op != RDL_OP_SIGNAL || !act_done(a) ||
            a->e.addr != wait->e.addr || a->woken == wait->e.tid ||
            !rdl_waiter_again(c, a))
            continue;
        other = wrong_woken(c, a);
        if (other == NULL)
            continue;
        f = rdl_fact_new(out, RDL_FACT_WRONG_WAITER, RDL_SEEN);
        if (f == NULL)
            return;
        rdl_fact_put(f, RDL_ROLE_SIGNAL, a);
        rdl_fact_put(f, RDL_ROLE_OTHER_WAIT, other);
        rdl_fact_put(f, RDL_ROLE_WAIT, wait);
        return;
    }
}

const struct rdl_explainer rdl_explainer_wrong_waiter = {
    .name = "wrong-waiter",
    .summary = "a signal that woke a thread which had no use for it",
    .rank = RDL_EXPLAINS_BESIDE,
    .only = "lost-wakeup",
    .future = true,
    .collect = wrong_collect,
};
