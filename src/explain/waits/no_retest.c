/* no_retest.c - a wake-up that another thread made useless.
 *
 * A thread is woken because its condition holds.  Before it has reacquired the
 * mutex, another thread makes the condition false again, and the woken thread
 * goes on without another test.  The trace shows the write and that the test is
 * not repeated.  Whether the write decides is tried: it comes after the woken
 * thread's next access.  That shows nothing where the wake-up was useless
 * anyway: a broadcast for the end of the program wakes threads for which there
 * is no work.  Then the write counts only if the thread would have found the
 * very value that made it wait, and if the failing step is of that thread, or
 * sees what it wrote afterwards. */
#include "explain/explainer.h"
#include "explain/fact.h"
#include "explain/waits/retest.h"

#define WAITS 16 /* only the latest waits are considered */
#define TRIES 4  /* writers tried for each wait */

struct retest {
    const struct rdl_history_act *wait, *signal, *back;
    const struct rdl_history_act *test, *change; /* of what was tested */
};

/* The signal that woke it; NULL if there is none. */
static const struct rdl_history_act *
retest_signal(const struct search *c, const struct rdl_history_act *wait)
{
    for (const struct rdl_history_act *a = wait + 1;
         a < c->acts.all + c->acts.n; a++) {
        if (a->e.tid == wait->e.tid)
            return NULL;
        if ((a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST) &&
            a->e.addr == wait->e.addr &&
            (a->n_woken > 1 || (a->n_woken == 1 && a->woken == wait->e.tid)))
            return a;
    }
    return NULL;
}

/* Did the thread that signals write it before it released the mutex?  Then the
 * wake-up includes it. */
static bool retest_with_signal(const struct retest *r,
                               const struct rdl_history_act *write)
{
    return write->e.tid == r->signal->e.tid && write->hold <= r->signal->own;
}

/* The latest write before `to` of another thread to something that was tested,
 * since the wake-up: sets `test` and `change`.  False if there is none. */
static bool retest_write(const struct search *c, struct retest *r,
                         const struct rdl_history_act *to)
{
    const struct rdl_history_act *tests[RDL_RETEST_TESTS];
    const size_t n = rdl_retest_tests(c, r->wait, tests);

    for (const struct rdl_history_act *a = to - 1; a > r->signal; a--) {
        if (!act_done(a) || a->e.tid == r->wait->e.tid ||
            !rdl_trace_accesses(&a->e) || !rdl_trace_changes(&a->e) ||
            retest_with_signal(r, a))
            continue;
        for (size_t i = 0; i < n; i++) {
            if (!rdl_trace_overlap(&a->e, &tests[i]->e))
                continue;
            r->test = tests[i];
            r->change = a;
            return true;
        }
    }
    return false;
}

/* Did the woken thread write, when it was back, what the failing thread read
 * last? */
static bool retest_seen(const struct search *c, const struct retest *r)
{
    const struct rdl_history_act *a = c->acts.all + c->acts.n, *read;

    do {
        if (a-- == c->acts.all)
            return false;
    } while (!act_done(a) || a->e.tid != c->finding->tid || !act_reads(&a->e) ||
             !c->shared[a - c->acts.all]);
    for (read = a--; a > r->back; a--) {
        if (act_done(a) && rdl_trace_accesses(&a->e) &&
            rdl_trace_changes(&a->e) && rdl_trace_overlap(&a->e, &read->e))
            return a->e.tid == r->wait->e.tid;
    }
    return false;
}

/* Has the thread gone on with the value that had made it wait, and does the
 * failure come of that? */
static bool retest_as_before(const struct search *c, const struct retest *r)
{
    return (r->wait->e.tid == c->finding->tid || retest_seen(c, r)) &&
           (r->change->e.flags & RDL_EV_VALUE) != 0 &&
           (r->test->e.flags & RDL_EV_VALUE) != 0 &&
           r->change->e.op != RDL_OP_RMW && r->change->e.op != RDL_OP_FREE &&
           r->change->value == r->test->value;
}

/* What the writer did just before may have to come later as well. */
static bool retest_decides(struct search *c, struct retest *r)
{
    struct retest earlier = *r;

    for (unsigned tried = 0; tried < TRIES && rdl_explain_left(c); tried++) {
        if (rdl_explain_flip(c, earlier.change, r->back)) {
            *r = earlier;
            return true;
        }
        if (!retest_write(c, &earlier, earlier.change))
            return false;
    }
    return false;
}

static void retest_tell(const struct retest *r, enum rdl_how how,
                        struct clues *out)
{
    struct rdl_fact *f = rdl_fact_new(out, RDL_FACT_NO_RETEST, how);

    if (f == NULL)
        return;
    rdl_fact_put(f, RDL_ROLE_CHANGER, r->change);
    rdl_fact_put(f, RDL_ROLE_WAKER, r->signal);
    rdl_fact_put(f, RDL_ROLE_WAIT, r->wait);
    rdl_fact_put(f, RDL_ROLE_READ, r->test);
}

static void retest_collect(struct search *c, struct clues *out)
{
    unsigned seen = 0;

    for (size_t i = c->acts.n; i > 0 && seen < WAITS; i--) {
        struct retest r = { .wait = &c->acts.all[i - 1] };
        bool same;

        if (!act_done(r.wait) || r.wait->e.op != RDL_OP_WAIT)
            continue;
        seen++;
        r.back = rdl_retest_back(c, r.wait);
        r.signal = r.back != NULL ? retest_signal(c, r.wait) : NULL;
        if (r.signal == NULL || !retest_write(c, &r, r.back) ||
            rdl_retest_loops(c, r.wait))
            continue;
        same = retest_as_before(c, &r);
        if (retest_decides(c, &r))
            retest_tell(&r, RDL_TRIED, out);
        else if (same)
            retest_tell(&r, RDL_SEEN, out);
        else
            continue;
        return;
    }
}

const struct rdl_explainer rdl_explainer_no_retest = {
    .name = "no-retest",
    .summary = "what a thread waited for was changed again, and not tested",
    .rank = RDL_EXPLAINS_ALL,
    /* Which thread waits for ever, and for what, explains more. */
    .except = "lost-wakeup",
    .future = true,
    .collect = retest_collect,
};
