/* expired.c - a sleep or a time-out that ended while another thread could run.
 *
 * Shrinking tries to leave out each early end, so what is left is needed: the
 * failure happens only if a thread is delayed for longer than the wait was to
 * last.  A reader should know that before anything else: such a failure is a
 * flaky test more often than a bug. */
#include "explain/explainer.h"
#include "explain/fact.h"

/* So many acts are compared with those of other threads. */
#define MOST_PRIVATE 200

/* The latest early end; one of the failing thread before those of others. */
static const struct rdl_history_act *expired_find(const struct search *c)
{
    const struct rdl_history_act *found = NULL;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->early && act_done(a) &&
            (found == NULL || a->e.tid == c->finding->tid ||
             found->e.tid != c->finding->tid))
            found = a;
    }
    return found;
}

/* Memory that this thread alone accesses: nobody waits for that. */
static bool expired_is_private(const struct search *c,
                               const struct rdl_history_act *a)
{
    if (rdl_op_class((enum rdl_op)a->e.op) != RDL_CLASS_PLAIN)
        return false;
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *b = &c->acts.all[i];

        if (b->e.tid != a->e.tid && b->e.addr == a->e.addr)
            return false;
    }
    return true;
}

/* What the delayed thread does later to what is waited for; else what it does
 * next that others may notice.  NULL if that is not known.  To begin is not
 * what anybody waits for.  The thread that waited may notice late that its time
 * was over, so the search begins with its wait. */
static const struct rdl_history_act *
expired_later(const struct search *c, const struct rdl_history_act *wait)
{
    const struct rdl_history_act *next = NULL, *shown = NULL, *begin = wait;
    size_t left = MOST_PRIVATE;

    while (begin > c->acts.all && begin[-1].e.tid != wait->e.tid)
        begin--;
    for (const struct rdl_history_act *a = begin; a < c->acts.all + c->acts.n;
         a++) {
        if (a->e.tid != wait->delayed || a->e.op == RDL_OP_START)
            continue;
        if (wait->e.addr != 0 && a->e.addr == wait->e.addr)
            return a;
        if (a <= wait || shown != NULL || left == 0)
            continue;
        next = next == NULL ? a : next;
        shown = expired_is_private(c, a) ? NULL : a;
        left--;
    }
    return shown != NULL ? shown : next;
}

static enum rdl_fact_kind expired_kind(const struct rdl_history_act *wait)
{
    if (wait->e.op == RDL_OP_SLEEP)
        return RDL_FACT_EXPIRED_SLEEP;
    return rdl_op_class((enum rdl_op)wait->e.op) == RDL_CLASS_LOCK
               ? RDL_FACT_EXPIRED_REQUEST
               : RDL_FACT_EXPIRED_WAIT;
}

/* Could that thread run when the wait ended, as far as its acts show? */
static bool expired_could_run(const struct search *c,
                              const struct rdl_history_act *wait, rdl_tid tid)
{
    for (const struct rdl_history_act *a = wait; a > c->acts.all;) {
        a--;
        if (a->e.tid == tid)
            return !a->waits && a->e.op != RDL_OP_WAIT &&
                   a->e.op != RDL_OP_EXIT;
    }
    return tid != wait->e.tid;
}

/* An order that says the same with less: something of the thread that waited
 * comes before something of a thread that was delayed. */
static bool expired_orders(const struct search *c, const struct clue *p,
                           const struct rdl_history_act *wait)
{
    return p->kind == RDL_FACT_ORDER && p->first.e.tid == wait->e.tid &&
           expired_could_run(c, wait, p->last.e.tid);
}

/* That its time was over before the signal came: the same with other words. */
static bool expired_repeats(const struct clue *p,
                            const struct rdl_history_act *wait,
                            const struct rdl_history_act *later)
{
    return p->kind == RDL_FACT_ENDLESS_WAIT && p->gave_up &&
           p->last.e.tid == wait->e.tid && p->also.e.pc != 0 && later != NULL &&
           p->also.step == later->step;
}

/* That a thread goes on without a lock explains its misuse of that lock. */
static bool expired_explains(const struct search *c,
                             const struct rdl_history_act *wait)
{
    return expired_kind(wait) == RDL_FACT_EXPIRED_REQUEST &&
           c->finding->tid == wait->e.tid && c->finding->addr == wait->e.addr;
}

static void expired_collect(struct search *c, struct clues *out)
{
    const struct rdl_history_act *wait = expired_find(c);
    const struct rdl_history_act *later;
    struct rdl_history_act of = { .e = { .pc = 0 } };
    rdl_tid delayed;
    struct rdl_fact *f;

    if (wait == NULL || !rdl_explain_needs(c, RDL_CHOOSE_TIME))
        return;
    delayed = wait->delayed;
    later = expired_later(c, wait);
    if (later != NULL)
        of = *later;
    if (out->n > 0 && expired_orders(c, &out->parts[0], wait)) {
        if (wait->e.op == RDL_OP_SLEEP || out->parts[0].last.e.tid != delayed)
            of = out->parts[0].last;
        delayed = of.e.tid;
        out->n = 0;
    }
    if (out->n > 0 && expired_repeats(&out->parts[0], wait, later))
        out->n = 0;
    if (expired_explains(c, wait))
        out->n = out->n_facts = 0;
    f = rdl_fact_new(out, expired_kind(wait), RDL_TRIED);
    if (f == NULL)
        return;
    f->delay_ns = wait->ns;
    rdl_fact_put(f, RDL_ROLE_EXPIRED, wait);
    rdl_fact_put_thread(f, RDL_ROLE_DELAYED, delayed);
    rdl_fact_put(f, RDL_ROLE_LATER, &of);
}

const struct rdl_explainer rdl_explainer_expired = {
    .name = "expired",
    .summary = "a sleep or time-out that ended while a thread could run",
    .rank = RDL_EXPLAINS_ANYTHING,
    .future = true,
    .collect = expired_collect,
};
