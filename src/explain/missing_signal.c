/* missing_signal.c - who would have woken a thread that waits for ever.
 *
 * Two executions are compared, the one that failed and one that was tried and
 * passed: in the latter somebody wakes the thread.  What that one does is the
 * same in both until it has read something else, and decides on that. */
#include "explain/explainer.h"
#include "explain/waiter.h"
#include "detect/waits.h"

#include <string.h>

static bool missing_signals(const struct rdl_act *a, const struct rdl_act *wait)
{
    return a->e.addr == wait->e.addr &&
           (a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST);
}

/* `woken`: does it wake that thread?  Else: is it of one that has not to wait
 * itself in the execution that failed? */
static bool missing_wakes(const struct search *c, const struct rdl_act *a,
                          const struct rdl_act *wait, bool woken)
{
    if (!missing_signals(a, wait))
        return false;
    if (!woken)
        return rdl_waiter_left(c, a->e.tid);
    return a->n_woken > 1 || (a->n_woken == 1 && a->woken == wait->e.tid);
}

/* How often that one did in the execution that failed. */
static size_t missing_count(const struct search *c, rdl_tid tid,
                            const struct rdl_act *wait, bool woken)
{
    size_t n = 0;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        n += act_done(a) && a->e.tid == tid && missing_wakes(c, a, wait, woken);
    }
    return n;
}

/* The first of them that came only when it passed; NULL if there is none. */
static const struct rdl_act *
missing_missed_signal(const struct search *c, const struct rdl_acts *passed,
                      const struct rdl_act *wait, bool woken)
{
    static size_t n[RDL_MAX_THREADS];

    memset(n, 0, sizeof(n));
    for (size_t i = 0; i < passed->n; i++) {
        const struct rdl_act *a = &passed->all[i];

        if (missing_wakes(c, a, wait, woken) &&
            ++n[a->e.tid] > missing_count(c, a->e.tid, wait, woken))
            return a;
    }
    return NULL;
}

/* Of those that signal when it passes, whether anybody waits then or not, the
 * first that waits in the execution that failed; for a condition or a thread it
 * may do so only as a consequence. */
static struct rdl_act missing_stuck(const struct search *c,
                                    const struct rdl_acts *passed,
                                    const struct rdl_act *wait)
{
    for (size_t i = 0; i < passed->n; i++) {
        const struct rdl_act *a = &passed->all[i];
        const struct rdl_thread_view *v;

        if (!missing_signals(a, wait))
            continue;
        v = rdl_waits_view(c->finding, a->e.tid);
        if (v != NULL && v->state == RDL_WAITING &&
            v->wait != RDL_WAIT_CONDITION && v->wait != RDL_WAIT_JOIN)
            return *a;
    }
    return (struct rdl_act){ .step = UINT64_MAX };
}

/* Whether a thread had a lock at once or had to wait for it, and who woke it,
 * is no other way that it went. */
static bool missing_step(const struct rdl_act *a)
{
    return act_done(a) && a->e.op != RDL_OP_LOCK && a->e.op != RDL_OP_HOLD &&
           a->e.op != RDL_OP_WAKE;
}

static const struct rdl_act *missing_next(const struct rdl_acts *acts,
                                          size_t *i, rdl_tid tid)
{
    while (*i < acts->n) {
        const struct rdl_act *a = &acts->all[(*i)++];

        if (a->e.tid == tid && missing_step(a))
            return a;
    }
    return NULL;
}

/* Did the same read see something else? */
static bool missing_differs(const struct rdl_act *a, const struct rdl_act *b)
{
    const uint8_t flags = RDL_EV_VALUE | RDL_EV_FAILED;

    if (!rdl_acts_accesses(&a->e) ||
        (rdl_acts_writes(&a->e) && a->e.op != RDL_OP_RMW))
        return false;
    return (a->e.flags & flags) != (b->e.flags & flags) ||
           ((a->e.flags & RDL_EV_VALUE) != 0 && a->value != b->value);
}

/* What the thread had read when it first went another way, and where to; pc 0
 * if that is not known. */
static void missing_decision(const struct search *c,
                             const struct rdl_acts *passed, rdl_tid tid,
                             struct told *told)
{
    const struct rdl_act *read = NULL, *a, *b;
    size_t i = 0, k = 0;

    for (;;) {
        a = missing_next(&c->acts, &i, tid);
        b = missing_next(passed, &k, tid);
        if (a == NULL || b == NULL)
            return;
        if (a->e.pc != b->e.pc || a->e.op != b->e.op)
            break;
        if (c->shared[a - c->acts.all] && missing_differs(a, b))
            read = a;
    }
    if (read == NULL)
        return;
    told->decision = *read;
    told->instead = *a;
}

void rdl_explain_missed(struct search *c, struct told *told)
{
    const struct rdl_act none = { .step = UINT64_MAX };
    const struct rdl_act *wait, *signal;
    struct rdl_acts passed;

    told->signal = told->decision = told->instead = told->stuck = none;
    if (!rdl_explainer_for(&rdl_explainer_endless_wait, c->finding->kind))
        return;
    wait = rdl_waiter_find(c);
    if (wait == NULL || !rdl_explain_acts(c, &passed))
        return;
    told->stuck = missing_stuck(c, &passed, wait);
    signal = missing_missed_signal(c, &passed, wait, /*woken=*/true);
    told->woken = signal != NULL;
    if (signal == NULL) /* or, when it need not wait: */
        signal = missing_missed_signal(c, &passed, wait, /*woken=*/false);
    if (signal != NULL) {
        missing_decision(c, &passed, signal->e.tid, told);
        if (told->woken || told->decision.e.pc != 0)
            told->signal = *signal;
        told->signal.step = UINT64_MAX; /* it is of another execution */
    }
    rdl_acts_free(&passed);
}
