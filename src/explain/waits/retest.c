/* retest.c - see retest.h. */
#include "explain/waits/retest.h"

/* The next act of its thread before it releases the mutex; NULL if there is
 * none. */
static const struct rdl_history_act *
retest_next(const struct search *c, const struct rdl_history_act *a)
{
    const struct rdl_history_act *end = c->acts.all + c->acts.n;
    const rdl_tid tid = a->e.tid;

    do
        a++;
    while (a < end && (a->e.tid != tid || !act_done(a)));
    return a < end && a->e.op != RDL_OP_UNLOCK ? a : NULL;
}

size_t rdl_retest_tests(const struct search *c,
                        const struct rdl_history_act *wait,
                        const struct rdl_history_act **tests)
{
    size_t n = 0;

    for (const struct rdl_history_act *a = wait; a > c->acts.all;) {
        a--;
        if (a->e.tid != wait->e.tid || !act_done(a))
            continue;
        if (!rdl_trace_accesses(&a->e) || n == RDL_RETEST_TESTS)
            break;
        if (act_reads(&a->e) && c->shared[a - c->acts.all])
            tests[n++] = a;
    }
    return n;
}

const struct rdl_history_act *
rdl_retest_back(const struct search *c, const struct rdl_history_act *wait)
{
    const struct rdl_history_act *a = retest_next(c, wait);

    while (a != NULL && !rdl_trace_accesses(&a->e)) {
        if (a->e.op == RDL_OP_WAIT)
            return NULL;
        a = retest_next(c, a);
    }
    return a;
}

/* Libraries wait for many callers at one place. */
static bool retest_same_call(const struct rdl_history_act *a,
                             const struct rdl_history_act *b)
{
    return a->e.pc == b->e.pc && a->context == b->context;
}

/* Does it wait there again, or read again what it read before the wait: at the
 * same place?  Whoever relies on the test may read it too, at another one. */
static bool retest_again(const struct search *c,
                         const struct rdl_history_act *wait)
{
    const struct rdl_history_act *tests[RDL_RETEST_TESTS];
    const size_t n = rdl_retest_tests(c, wait, tests);

    for (const struct rdl_history_act *a = retest_next(c, wait); a != NULL;
         a = retest_next(c, a)) {
        if (a->e.op == RDL_OP_WAIT)
            return retest_same_call(a, wait);
        for (size_t i = 0; i < n && act_reads(&a->e); i++) {
            if (a->context == tests[i]->context &&
                rdl_explain_same_place(c, a->e.pc, tests[i]->e.pc))
                return true;
        }
    }
    return false;
}

bool rdl_retest_loops(const struct search *c,
                      const struct rdl_history_act *wait)
{
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];

        if (a->e.op == RDL_OP_WAIT && retest_same_call(a, wait) &&
            act_done(a) && retest_again(c, a))
            return true;
    }
    return false;
}
