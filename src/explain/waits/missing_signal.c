/* missing_signal.c - who would have woken a thread that waits for ever.
 *
 * It compares the failing execution with one that was tried and passed.  In the
 * latter some thread wakes the waiting one.  That thread does the same in both
 * executions until it reads another value and decides on it. */
#include "explain/explainer.h"
#include "explain/waits/waiter.h"
#include "detect/waits.h"

#include <string.h>

static bool missing_signals(const struct rdl_history_act *a,
                            const struct rdl_history_act *wait)
{
    return a->e.addr == wait->e.addr &&
           (a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST);
}

/* `woken`: does it wake that thread?  Otherwise: is it a signal of a thread
 * that does not wait in the failing execution? */
static bool missing_wakes(const struct search *c,
                          const struct rdl_history_act *a,
                          const struct rdl_history_act *wait, bool woken)
{
    if (!missing_signals(a, wait))
        return false;
    if (!woken)
        return rdl_waiter_left(c, a->e.tid);
    return a->n_woken > 1 || (a->n_woken == 1 && a->woken == wait->e.tid);
}

/* How many such signals that thread gave in the failing execution. */
static size_t missing_count(const struct search *c, rdl_tid tid,
                            const struct rdl_history_act *wait, bool woken)
{
    size_t n = 0;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        n += act_done(a) && a->e.tid == tid && missing_wakes(c, a, wait, woken);
    }
    return n;
}

/* The first such signal that only the passing execution has; NULL if there is
 * none. */
static const struct rdl_history_act *
missing_missed_signal(const struct search *c, const struct rdl_history *passed,
                      const struct rdl_history_act *wait, bool woken)
{
    static size_t n[RDL_MAX_THREADS];

    memset(n, 0, sizeof(n));
    for (size_t i = 0; i < passed->n; i++) {
        const struct rdl_history_act *a = &passed->all[i];

        if (missing_wakes(c, a, wait, woken) &&
            ++n[a->e.tid] > missing_count(c, a->e.tid, wait, woken))
            return a;
    }
    return NULL;
}

/* The first thread that signals in the passing execution, whether anybody waits
 * then or not, and that waits in the failing one.  A wait for a condition or a
 * thread may only be a consequence. */
static struct rdl_history_act missing_stuck(const struct search *c,
                                            const struct rdl_history *passed,
                                            const struct rdl_history_act *wait)
{
    for (size_t i = 0; i < passed->n; i++) {
        const struct rdl_history_act *a = &passed->all[i];
        const struct rdl_thread_view *v;

        if (!missing_signals(a, wait))
            continue;
        v = rdl_waits_view(c->finding, a->e.tid);
        if (v != NULL && v->state == RDL_WAITING &&
            v->wait != RDL_WAIT_CONDITION && v->wait != RDL_WAIT_JOIN)
            return *a;
    }
    return (struct rdl_history_act){ .step = UINT64_MAX };
}

/* Whether a thread got a lock at once or had to wait for it, and who woke it,
 * does not count as another path. */
static bool missing_step(const struct rdl_history_act *a)
{
    return act_done(a) && a->e.op != RDL_OP_LOCK && a->e.op != RDL_OP_HOLD &&
           a->e.op != RDL_OP_WAKE;
}

static const struct rdl_history_act *
missing_next(const struct rdl_history *acts, size_t *i, rdl_tid tid)
{
    while (*i < acts->n) {
        const struct rdl_history_act *a = &acts->all[(*i)++];

        if (a->e.tid == tid && missing_step(a))
            return a;
    }
    return NULL;
}

/* Did the same read see something else? */
static bool missing_differs(const struct rdl_history_act *a,
                            const struct rdl_history_act *b)
{
    const uint8_t flags = RDL_EV_VALUE | RDL_EV_FAILED;

    if (!rdl_trace_accesses(&a->e) ||
        (rdl_trace_changes(&a->e) && a->e.op != RDL_OP_RMW))
        return false;
    return (a->e.flags & flags) != (b->e.flags & flags) ||
           ((a->e.flags & RDL_EV_VALUE) != 0 && a->value != b->value);
}

/* What the thread had read when it first took another path, and what it did
 * then; pc 0 if not known. */
static void missing_decision(const struct search *c,
                             const struct rdl_history *passed, rdl_tid tid,
                             struct named_acts *named)
{
    const struct rdl_history_act *read = NULL, *a, *b;
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
    named->decision = *read;
    named->instead = *a;
}

void rdl_explain_missed(struct search *c, struct named_acts *named)
{
    const struct rdl_history_act none = { .step = UINT64_MAX };
    const struct rdl_history_act *wait, *signal;
    struct rdl_history passed;

    named->signal = named->decision = named->instead = named->stuck = none;
    if (!rdl_explainer_for(&rdl_explainer_endless_wait, c->finding->kind))
        return;
    wait = rdl_waiter_find(c);
    if (wait == NULL || !rdl_explain_acts(c, &passed))
        return;
    named->stuck = missing_stuck(c, &passed, wait);
    signal = missing_missed_signal(c, &passed, wait, /*woken=*/true);
    named->woken = signal != NULL;
    if (signal == NULL) /* or, if the thread need not wait: */
        signal = missing_missed_signal(c, &passed, wait, /*woken=*/false);
    if (signal != NULL) {
        missing_decision(c, &passed, signal->e.tid, named);
        if (named->woken || named->decision.e.pc != 0)
            named->signal = *signal;
        named->signal.step = UINT64_MAX; /* a step of another execution */
    }
    rdl_history_free(&passed);
}
