/* linearisable.c - see linearisable.h.
 *
 * Wing and Gong (JPDC 1993) search for an order while they simulate the object.
 * Here the orders have been run before, so the search is a scan of their
 * results. */
#include "gen/test/linearisable.h"

_Static_assert(RDL_WIRE_CALLS <= 64, "a bit for each call");

static bool linearisable_same_value(const struct rdl_wire_value *a,
                                    const struct rdl_wire_value *b,
                                    uint32_t slack)
{
    /* Of numbers with and without a sign. */
    const int64_t less = (int64_t)(a->value - b->value);
    const uint64_t apart = less < 0 ? -(uint64_t)less : (uint64_t)less;

    if (a->kind != b->kind || a->hash != b->hash)
        return false;
    return apart <= (a->kind == RDL_WIRE_NUMBER ? slack : 0);
}

/* What a call returns is its first value: only that may differ by `slack`. */
static bool linearisable_same_call(const struct rdl_gen_result *a,
                                   const struct rdl_gen_result *b,
                                   uint32_t slack)
{
    if (a->returned != b->returned || a->called != b->called)
        return false;
    if (!a->returned)
        return true;
    if (a->n_values != b->n_values)
        return false;
    for (unsigned i = 0; i < a->n_values; i++) {
        if (!linearisable_same_value(&a->values[i], &b->values[i],
                                     i == 0 ? slack : 0))
            return false;
    }
    return true;
}

static bool linearisable_same(const struct rdl_gen_results *a,
                              const struct rdl_gen_results *b, uint64_t ignored,
                              const uint32_t slack[RDL_WIRE_CALLS])
{
    if (a->ending != b->ending || a->locked != b->locked ||
        a->n_calls != b->n_calls)
        return false;
    for (unsigned i = 0; i < a->n_calls; i++) {
        const bool skip = (ignored >> i & 1) != 0;

        if (skip
                ? a->calls[i].returned != b->calls[i].returned
                : !linearisable_same_call(&a->calls[i], &b->calls[i], slack[i]))
            return false;
    }
    return true;
}

bool rdl_gen_same_results(const struct rdl_gen_results *a,
                          const struct rdl_gen_results *b, uint64_t ignored)
{
    static const uint32_t none[RDL_WIRE_CALLS];

    return linearisable_same(a, b, ignored, none);
}

/* A call that returned before another began comes before it in the order too.
 * There a call that had to wait has two parts, so its return counts. */
static bool linearisable_respects(const struct rdl_gen_results *order,
                                  const struct rdl_gen_results *execution)
{
    for (unsigned a = 0; a < execution->n_calls; a++) {
        for (unsigned b = 0; b < execution->n_calls; b++) {
            const bool before = execution->to[a] != 0 &&
                                execution->from[b] != 0 &&
                                execution->to[a] < execution->from[b];

            if (before && (order->to[a] == 0 || order->from[b] == 0 ||
                           order->to[a] > order->from[b]))
                return false;
        }
    }
    return true;
}

/* --- Waiting for ever -------------------------------------------------------
 *
 * An execution may be stuck where its calls wait in some order too.  But in
 * that order others may have come later, and none of them has woken who waits:
 * the order is as wrong as the execution.  So Line-Up (Burckhardt et al., PLDI
 * 2010) asks of each call that waits: does it wait if it begins after all calls
 * that have returned?  Here all that wait begin then, because one may wait for
 * what another has asked for. */

/* Did all calls that returned in the execution give the same in this order, one
 * after the other without a wait, and before all others? */
static bool linearisable_returned_first(const struct rdl_gen_results *execution,
                                        const struct rdl_gen_results *order,
                                        uint64_t ignored,
                                        const uint32_t slack[RDL_WIRE_CALLS])
{
    unsigned last = 0, first = UINT16_MAX;

    for (unsigned i = 0; i < execution->n_calls; i++) {
        if (!execution->calls[i].returned) {
            if (order->from[i] != 0 && order->from[i] < first)
                first = order->from[i];
            continue;
        }
        if (order->to[i] != order->from[i] + 1 ||
            ((ignored >> i & 1) == 0 &&
             !linearisable_same_call(&execution->calls[i], &order->calls[i],
                                     slack[i])))
            return false;
        if (order->to[i] > last)
            last = order->to[i];
    }
    return last < first;
}

/* Would a call that waits have returned if it had begun after all that did?
 * False also if no order says so: what returned may have waited for another. */
static bool linearisable_in_vain(const struct rdl_gen_results *execution,
                                 const struct rdl_gen_outcomes *outcomes,
                                 uint64_t ignored)
{
    bool known = false;

    if (execution->ending != RDL_GEN_STUCK || !outcomes->complete)
        return false;
    for (size_t i = 0; i < outcomes->n; i++) {
        const struct rdl_gen_results *o = &outcomes->all[i];

        if (!linearisable_returned_first(execution, o, ignored,
                                         outcomes->slack))
            continue;
        if (linearisable_same(execution, o, ignored, outcomes->slack))
            return false;
        known = true;
    }
    return known;
}

enum rdl_gen_verdict
rdl_gen_linearisable(const struct rdl_gen_results *execution,
                     const struct rdl_gen_outcomes *outcomes, uint64_t ignored)
{
    bool same = false;

    if (execution->ending == RDL_GEN_CUT ||
        execution->ending == RDL_GEN_ABANDONED)
        return RDL_GEN_SHOWS_NOTHING;
    /* A test that fails in some order has no outcomes: oracle.h. */
    if (execution->ending == RDL_GEN_FAILED ||
        linearisable_in_vain(execution, outcomes, ignored))
        return RDL_GEN_UNSAFE;
    for (size_t i = 0; i < outcomes->n; i++) {
        const struct rdl_gen_results *o = &outcomes->all[i];

        if (!linearisable_same(execution, o, ignored, outcomes->slack))
            continue;
        if (linearisable_respects(o, execution))
            return RDL_GEN_FINE;
        same = true;
    }
    if (!outcomes->complete || (same && outcomes->sections))
        return RDL_GEN_UNDECIDED;
    if (execution->ending == RDL_GEN_STUCK && !same)
        return RDL_GEN_UNSAFE;
    return same ? RDL_GEN_OUT_OF_ORDER : RDL_GEN_NEVER;
}
