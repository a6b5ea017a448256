/* endless_wait.c - a thread waits for a condition, and nobody is left to signal
 * it: what it had read before, and what the latest signal did.  This looks only
 * at the failing execution. */
#include "explain/explainer.h"
#include "explain/waits/waiter.h"

#define AFTER 8 /* most acts between a wait and a failure due to it */

/* The latest act on that memory of the thread that goes to wait, since its
 * previous wait. */
static const struct rdl_history_act *
wait_looked(const struct search *c, const struct rdl_history_act *wait,
            const struct rdl_event *e)
{
    for (const struct rdl_history_act *a = wait; a > c->acts.all;) {
        a--;
        if (a->e.tid != wait->e.tid)
            continue;
        if (a->e.op == RDL_OP_WAIT)
            return NULL;
        if (rdl_trace_accesses(&a->e) && rdl_trace_overlap(&a->e, e))
            return a;
    }
    return NULL;
}

/* The latest write of the signalling thread, before its signal, to memory that
 * the waiting thread had read earlier and did not read again. */
static bool wait_stale(struct search *c, const struct rdl_history_act *wait,
                       const struct rdl_history_act *signal, struct clue *out)
{
    if (signal->e.tid == wait->e.tid)
        return false;
    for (const struct rdl_history_act *w = signal; w > c->acts.all;) {
        const struct rdl_history_act *r;

        w--;
        if (!rdl_waiter_done(w) || w->e.tid != signal->e.tid ||
            !rdl_trace_accesses(&w->e) || !rdl_trace_changes(&w->e))
            continue;
        r = wait_looked(c, wait, &w->e);
        if (r == NULL || r > w || rdl_trace_changes(&r->e))
            continue;
        c->named.first = r;
        c->named.between = w < wait ? w : NULL;
        c->named.last = wait;
        out->first = *r;
        out->between = *w;
        out->stale = true;
        return true;
    }
    return false;
}

/* The same of any thread's write after the wait. */
static bool wait_overtaken(const struct search *c,
                           const struct rdl_history_act *wait, struct clue *out)
{
    const struct rdl_history_act *read,
        *change = rdl_waiter_changed(c, wait, &read);

    if (change == NULL)
        return false;
    out->first = *read;
    out->between = *change;
    out->stale = true;
    return true;
}

/* What the thread read last since its previous wait, and who had written that.
 */
static void wait_read(const struct search *c,
                      const struct rdl_history_act *wait, struct clue *out)
{
    size_t i = (size_t)(wait - c->acts.all);

    for (; i > 0 && out->first.e.pc == 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (a->e.tid != wait->e.tid)
            continue;
        if (a->e.op == RDL_OP_WAIT || rdl_waiter_sets(a, wait))
            return;
        if (c->shared[i - 1] && act_reads(&a->e))
            out->first = *a;
    }
    for (; i > 0 && out->between.e.pc == 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (rdl_trace_accesses(&a->e) && rdl_trace_changes(&a->e) &&
            rdl_trace_overlap(&a->e, &out->first.e))
            out->between = *a;
    }
}

/* What the thread of the latest signal changed last after it: there it may have
 * tested whether to signal again. */
static void wait_tests(const struct search *c,
                       const struct rdl_history_act *signal, struct clue *out)
{
    const struct rdl_history_act *end = c->acts.all + c->acts.n, *change = NULL;

    if (!out->stale)
        return;
    for (const struct rdl_history_act *a = signal + 1; a < end; a++) {
        if (a->e.tid != signal->e.tid || !rdl_waiter_done(a))
            continue;
        if (change != NULL) {
            out->tested[0] = *change;
            out->tested[1] = *a;
        }
        change = rdl_trace_accesses(&a->e) && rdl_trace_changes(&a->e) &&
                         rdl_trace_overlap(&a->e, &out->first.e)
                     ? a
                     : NULL;
    }
}

static void wait_tell(struct search *c, const struct rdl_history_act *wait,
                      const struct rdl_history_act *signal, struct clues *out)
{
    struct clue part = {
        .kind = RDL_FACT_ENDLESS_WAIT,
        .last = *wait,
    };

    if ((signal == NULL || signal > wait ||
         !wait_stale(c, wait, signal, &part)) &&
        !wait_overtaken(c, wait, &part))
        wait_read(c, wait, &part);
    if (signal != NULL) {
        wait_tests(c, signal, &part);
        part.also = *signal;
        part.n_woken = signal->n_woken;
        part.woken = signal->woken;
        part.waited = wait->step < signal->step;
        part.again = rdl_waiter_again(c, signal);
    }
    out->n = 1;
    out->parts[0] = part;
}

static bool wait_names(const struct clue *p, uintptr_t pc)
{
    return p->first.e.pc == pc || p->between.e.pc == pc || p->also.e.pc == pc ||
           p->last.e.pc == pc;
}

/* Several threads wait, each for a condition that nobody signals: reports one
 * that the clue involves. */
static void wait_other(const struct search *c, struct clue *p,
                       const struct clue *why)
{
    const struct rdl_history_act *wait = rdl_waiter_of(c, why->first.e.tid);

    if (p->also.e.pc != 0 || c->named.signal.e.pc != 0 ||
        c->named.stuck.e.pc != 0 || rdl_explain_about(why, p->last.e.tid) ||
        why->last.e.tid == p->last.e.tid || wait == NULL ||
        rdl_waiter_signal(c, wait->e.addr) != NULL)
        return;
    p->first.e.pc = p->between.e.pc = 0;
    p->last = *wait;
}

/* An endless wait shows that nobody signalled, not why: a clue in `out` does,
 * or an order that decides. */
static void wait_why(struct search *c, struct clues *out, struct clues *named)
{
    const struct rdl_history_act none = { .step = UINT64_MAX };
    struct clue *p = &named->parts[0];

    if (out->n == 0)
        rdl_explain_order(c, out);
    else if (p->also.e.pc == 0 && c->named.signal.e.pc == 0 &&
             c->named.stuck.e.pc == 0)
        rdl_explain_order_wakes(c, out);
    if (out->n == 0)
        return;
    named->parts[named->n++] = out->parts[0];
    wait_other(c, p, &out->parts[0]);
    if (p->between.e.pc == 0)
        p->first.e.pc = 0; /* the value that it read was always there */
    p->stuck = p->also.e.pc == 0 && c->named.stuck.e.pc != 0;
    p->turn = c->named.stuck.e.tid;
    if (c->named.signal.e.pc == 0 || c->named.signal.e.pc == p->also.e.pc)
        return;
    if (wait_names(&out->parts[0], c->named.decision.e.pc))
        c->named.decision.e.pc = 0;
    else
        c->named.instead = none;
    if (wait_names(&out->parts[0], c->named.instead.e.pc))
        c->named.instead = none;
    named->parts[named->n++] = (struct clue){
        .kind = RDL_FACT_MISSING_SIGNAL,
        .stuck = p->stuck,
        .first = c->named.decision,
        .between = c->named.signal,
        .also = c->named.instead,
        .waited = c->named.woken,
        .last = p->last,
    };
}

/* The awaited change happened and nobody signalled: finds what the writer read
 * after it, before it released the lock.  There it may have decided not to
 * signal. */
static void wait_kept(const struct search *c,
                      const struct rdl_history_act *wait, struct clue *out)
{
    const struct rdl_history_act *read,
        *change = rdl_waiter_changed(c, wait, &read);
    const struct rdl_history_act *latest = NULL;

    for (const struct rdl_history_act *a = change;
         change != NULL && a < c->acts.all + c->acts.n; a++) {
        if (a->e.tid != change->e.tid || !act_done(a))
            continue;
        if (a->e.op == RDL_OP_UNLOCK && latest != NULL)
            out->before = *latest;
        if (!rdl_trace_accesses(&a->e) || a->n_locks == 0)
            return;
        if (act_reads(&a->e) && c->shared[a - c->acts.all])
            latest = a;
    }
}

static void wait_collect(struct search *c, struct clues *out)
{
    const struct rdl_history_act *wait = rdl_waiter_find(c), *signal;
    struct clues named = *out;

    if (wait == NULL)
        return;
    if (out->n > 0 && out->parts[0].last.e.op == RDL_OP_WAIT &&
        out->parts[0].last.e.addr == wait->e.addr)
        return;
    signal = rdl_waiter_signal(c, wait->e.addr);
    wait_tell(c, wait, signal, &named);
    if (named.parts[0].stale && signal == NULL)
        wait_kept(c, wait, &named.parts[0]);
    else if (!named.parts[0].stale &&
             !(named.parts[0].again && named.parts[0].woken != wait->e.tid))
        wait_why(c, out, &named);
    if (named.n > 1 && named.parts[named.n - 1].kind != RDL_FACT_MISSING_SIGNAL)
        rdl_explain_unheard(c, &named.parts[1], &named.parts[0]);
    *out = named;
}

/* The wait that the failing thread has just returned from. */
static const struct rdl_history_act *wait_latest(const struct search *c)
{
    unsigned seen = 0;

    for (size_t i = c->acts.n; i > 0 && seen <= AFTER; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (!rdl_waiter_done(a) || a->e.tid != c->finding->tid)
            continue;
        if (a->e.op == RDL_OP_WAIT)
            return a;
        if (a->e.op == RDL_OP_LOCK || a->e.op == RDL_OP_SIGNAL ||
            a->e.op == RDL_OP_BROADCAST ||
            (c->shared[i - 1] && rdl_trace_accesses(&a->e) &&
             rdl_trace_changes(&a->e)))
            return NULL;
        seen++;
    }
    return NULL;
}

/* Did it time out?  True unless the trace shows another way. */
static bool wait_by_time(const struct search *c,
                         const struct rdl_history_act *wait)
{
    for (const struct rdl_history_act *a = wait + 1;
         a < c->acts.all + c->acts.n; a++) {
        if (a->e.tid == wait->e.tid)
            return !a->by_nobody;
    }
    return true;
}

bool rdl_explain_gave_up(struct search *c, struct clues *out)
{
    const struct rdl_history_act *wait = wait_latest(c), *signal;

    if (wait == NULL || !wait_by_time(c, wait))
        return false;
    signal = rdl_waiter_signal(c, wait->e.addr);
    if (signal == NULL)
        return false;
    for (const struct rdl_history_act *a = wait; a <= signal; a++) {
        if (a->e.addr == wait->e.addr && a->n_woken > 0 &&
            (a->n_woken > 1 || a->woken == wait->e.tid))
            return false;
    }
    wait_tell(c, wait, signal, out);
    out->parts[0].gave_up = true;
    return true;
}

const struct rdl_explainer rdl_explainer_endless_wait = {
    .name = "endless-wait",
    .summary = "a wait that never ends, and the latest signal",
    .rank = RDL_EXPLAINS_WHY,
    .only = "lost-wakeup",
    .future = true,
    .collect = wait_collect,
};
