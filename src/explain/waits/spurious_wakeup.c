/* spurious_wakeup.c - a condition wait that ended without a signal and is left
 * after shrinking: the failure needs it.
 *
 * That alone does not make the wait wrong.  If it is in a loop, the wake-up
 * only delays the thread, and the cause lies elsewhere. */
#include "explain/explainer.h"
#include "explain/fact.h"
#include "explain/waits/retest.h"

/* The first wait that does not test again; if there is none, the first of all.
 */
static void spurious_look(struct search *c)
{
    if (c->looked)
        return;
    c->looked = true;
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (!a->by_nobody || !act_done(a))
            continue;
        if (!rdl_retest_loops(c, a)) {
            c->spurious = rdl_explain_needs(c, RDL_CHOOSE_SPURIOUS)
                              ? SPURIOUS_ALONE
                              : NOT_SPURIOUS;
            c->woke = *a;
            return;
        }
        if (c->spurious == NOT_SPURIOUS)
            c->woke = *a;
        c->spurious = SPURIOUS_LOOP;
    }
}

/* The wait that ended so. */
static const struct rdl_history_act *spurious_wait(const struct search *c)
{
    const struct rdl_history_act *found = NULL;

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (act_done(a) && a->step < c->woke.step &&
            a->e.tid == c->woke.e.tid && a->e.op == RDL_OP_WAIT)
            found = a;
    }
    return found;
}

/* With the test that is not repeated, if the trace shows one. */
static void spurious_add(const struct search *c, struct clues *out)
{
    const struct rdl_history_act *wait = spurious_wait(c);
    const struct rdl_history_act *tests[RDL_RETEST_TESTS];
    const bool loops = c->spurious == SPURIOUS_LOOP;
    const size_t n =
        wait != NULL && !loops ? rdl_retest_tests(c, wait, tests) : 0;
    struct rdl_fact *f = rdl_fact_new(out,
                                      loops   ? RDL_FACT_LATE_SPURIOUS
                                      : n > 0 ? RDL_FACT_NO_RETEST
                                              : RDL_FACT_SPURIOUS_WAKEUP,
                                      RDL_TRIED);

    if (f == NULL)
        return;
    rdl_fact_put(f, RDL_ROLE_WAKE, &c->woke);
    if (n > 0)
        rdl_fact_put(f, RDL_ROLE_READ, tests[0]);
}

static void spurious_collect(struct search *c, struct clues *out)
{
    spurious_look(c);
    if (c->spurious == SPURIOUS_ALONE)
        spurious_add(c, out);
}

const struct rdl_explainer rdl_explainer_spurious_wakeup = {
    .name = "spurious-wakeup",
    .summary = "a wait that woke without a signal and does not test again",
    .rank = RDL_EXPLAINS_ALL,
    /* Which thread waits for ever, and for what, explains more than a wake-up.
     */
    .except = "lost-wakeup deadlock",
    .future = true,
    .collect = spurious_collect,
};

static void spurious_collect_late(struct search *c, struct clues *out)
{
    spurious_look(c);
    if (c->spurious != NOT_SPURIOUS &&
        out->n + out->n_facts <= (c->spurious == SPURIOUS_ALONE))
        spurious_add(c, out);
}

const struct rdl_explainer rdl_explainer_late_spurious = {
    .name = "late-spurious",
    .summary = "the same, if little else is known, or the wait is in a loop",
    .rank = RDL_EXPLAINS_ANYTHING,
    .future = true,
    .collect = spurious_collect_late,
};
