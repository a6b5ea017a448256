/* gen_linearisable.c - the checker against one that is written in another way:
 * on random histories of a register, a queue and a set both must agree.
 *
 * The checker under test scans results of every order (here made by a model
 * instead of executions).  The other one searches permutations of single calls,
 * and knows nothing of orders or suffixes but the real-time order. */
#include "gen/test/linearisable.h"
#include "gen/test/orders.h"

#include "base/rng.h"
#include "util/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { HISTORIES = 100000, MOST = 8 };
enum kind { REGISTER, QUEUE, SET, N_KINDS };

struct object {
    int n, items[MOST];
};

/* What a call returns on an object that it changes: function 0 puts, 1 takes
 * or asks. */
static int apply(enum kind kind, struct object *o, unsigned function, int v)
{
    int old = o->n > 0 ? o->items[0] : -1;

    if (kind == REGISTER) {
        if (function == 0) {
            o->items[0] = v;
            o->n = 1;
            return 0;
        }
        return old;
    }
    if (kind == QUEUE) {
        if (function == 0) {
            o->items[o->n++] = v;
            return 0;
        }
        for (int i = 1; i < o->n; i++)
            o->items[i - 1] = o->items[i];
        o->n -= o->n > 0;
        return old;
    }
    for (int i = 0; i < o->n; i++) {
        if (o->items[i] == v) {
            if (function == 1)
                o->items[i] = o->items[--o->n];
            return function == 1;
        }
    }
    if (function == 0)
        o->items[o->n++] = v;
    return function == 0;
}

struct history {
    enum kind kind;
    struct rdl_gen_test test;
    struct rdl_gen_results seen;
};

static int argument(const struct history *h, unsigned call)
{
    return rdl_gen_test_call(&h->test, call)->arguments[1];
}

static void put_result(struct rdl_gen_results *r, unsigned call, int value)
{
    r->calls[call].called = r->calls[call].returned = true;
    r->calls[call].n_values = 1;
    r->calls[call].values[0] = (struct rdl_wire_value){
        .kind = RDL_WIRE_NUMBER,
        .value = (uint64_t)(int64_t)value,
    };
}

/* --- Orders, run by the model --------------------------------------------- */

static void run_order(const struct history *h, const struct rdl_gen_order *o,
                      struct rdl_gen_results *out)
{
    unsigned next[RDL_WIRE_SUFFIXES] = { 0 };
    struct object object = { 0 };

    memset(out, 0, sizeof(*out));
    out->n_calls = h->seen.n_calls;
    for (unsigned i = 0; i < o->n; i++) {
        const unsigned s = o->suffix[i];
        const unsigned call = rdl_gen_test_first(&h->test, s) + next[s]++;

        put_result(out, call,
                   apply(h->kind, &object,
                         rdl_gen_test_call(&h->test, call)->function,
                         argument(h, call)));
        out->from[call] = (uint16_t)(2 * i + 1);
        out->to[call] = (uint16_t)(2 * i + 2);
    }
}

static enum rdl_gen_verdict by_orders(const struct history *h)
{
    static struct rdl_gen_orders orders;
    static struct rdl_gen_results all[RDL_GEN_ORDERS];
    struct rdl_gen_outcomes outcomes = { .all = all };
    struct rdl_rng rng = { 1 };

    rdl_gen_orders_of(&h->test, &rng, &orders);
    assert_true(orders.complete);
    assert_int_equal(orders.n, rdl_gen_orders_count(&h->test));
    for (size_t i = 0; i < orders.n; i++)
        run_order(h, &orders.all[i], &all[i]);
    outcomes.n = orders.n;
    outcomes.complete = true;
    return rdl_gen_linearisable(&h->seen, &outcomes, 0);
}

/* --- Permutations ----------------------------------------------------------
 */

static unsigned thread_of(const struct history *h, unsigned call)
{
    unsigned s = 0;

    while (call >= rdl_gen_test_first(&h->test, s + 1))
        s++;
    return s;
}

/* May `call` come next after the calls of `done`? */
static bool may_come(const struct history *h, unsigned done, unsigned call,
                     bool real_time)
{
    for (unsigned i = 0; i < h->seen.n_calls; i++) {
        const bool first =
            real_time ? h->seen.to[i] < h->seen.from[call]
                      : thread_of(h, i) == thread_of(h, call) && i < call;

        if ((done >> i & 1) == 0 && i != call && first)
            return false;
    }
    return true;
}

static bool permute(const struct history *h, unsigned done,
                    const struct object *object, bool real_time)
{
    if (done == (1u << h->seen.n_calls) - 1)
        return true;
    for (unsigned i = 0; i < h->seen.n_calls; i++) {
        struct object next = *object;
        int value;

        if ((done >> i & 1) != 0 || !may_come(h, done, i, real_time))
            continue;
        value = apply(h->kind, &next, rdl_gen_test_call(&h->test, i)->function,
                      argument(h, i));
        if ((uint64_t)(int64_t)value == h->seen.calls[i].values[0].value &&
            permute(h, done | 1u << i, &next, real_time))
            return true;
    }
    return false;
}

static enum rdl_gen_verdict by_permutations(const struct history *h)
{
    const struct object empty = { 0 };

    if (permute(h, 0, &empty, true))
        return RDL_GEN_FINE;
    return permute(h, 0, &empty, false) ? RDL_GEN_OUT_OF_ORDER : RDL_GEN_NEVER;
}

/* --- Random histories ------------------------------------------------------
 */

static void draw_calls(struct history *h, struct rdl_rng *rng)
{
    static const unsigned most[] = { 0, 0, 4, 2 }; /* <= 90 orders */

    h->test = (struct rdl_gen_test){ 0 };
    h->test.n_suffixes = 2 + (unsigned)rdl_rng_below(rng, 2);
    for (unsigned s = 0; s < h->test.n_suffixes; s++) {
        struct rdl_gen_suffix *x = &h->test.suffixes[s];

        x->n = 1 + (unsigned)rdl_rng_below(rng, most[h->test.n_suffixes]);
        for (unsigned i = 0; i < x->n; i++) {
            x->calls[i].function = (uint16_t)rdl_rng_below(rng, 2);
            x->calls[i].arguments[1] = (uint8_t)rdl_rng_below(rng, 2);
        }
    }
    h->seen.n_calls = rdl_gen_test_calls(&h->test);
}

/* Moments: threads begin and end calls in random turns.  A call takes effect
 * somewhere in between; now and then its result is changed, so that some
 * histories are wrong and most of those nearly right. */
static void draw_execution(struct history *h, struct rdl_rng *rng)
{
    enum { IDLE, BEGUN, DONE } state[RDL_WIRE_SUFFIXES] = { IDLE };
    unsigned next[RDL_WIRE_SUFFIXES] = { 0 }, left = h->seen.n_calls;
    struct object object = { 0 };
    uint16_t moment = 0;

    while (left > 0) {
        const unsigned s = (unsigned)rdl_rng_below(rng, h->test.n_suffixes);
        const unsigned call = rdl_gen_test_first(&h->test, s) + next[s];
        int value;

        if (next[s] == h->test.suffixes[s].n)
            continue;
        switch (state[s]) {
        case IDLE:
            h->seen.from[call] = ++moment;
            state[s] = BEGUN;
            break;
        case BEGUN:
            value = apply(h->kind, &object,
                          rdl_gen_test_call(&h->test, call)->function,
                          argument(h, call));
            if (rdl_rng_below(rng, 8) == 0)
                value = (int)rdl_rng_below(rng, 3) - 1;
            put_result(&h->seen, call, value);
            state[s] = DONE;
            break;
        case DONE:
            h->seen.to[call] = ++moment;
            state[s] = IDLE;
            next[s]++;
            left--;
            break;
        }
    }
}

static void both_checkers_agree(void **unused)
{
    unsigned verdicts[RDL_GEN_N_VERDICTS] = { 0 };
    struct rdl_rng rng = { 20261118 };

    (void)unused;
    for (int i = 0; i < HISTORIES; i++) {
        struct history h = { .kind = (enum kind)(i % N_KINDS) };
        enum rdl_gen_verdict verdict;

        draw_calls(&h, &rng);
        draw_execution(&h, &rng);
        verdict = by_orders(&h);
        assert_int_equal(verdict, by_permutations(&h));
        verdicts[verdict]++;
    }
    /* All three happen often enough to mean something. */
    assert_true(verdicts[RDL_GEN_FINE] > HISTORIES / 10);
    assert_true(verdicts[RDL_GEN_OUT_OF_ORDER] > HISTORIES / 100);
    assert_true(verdicts[RDL_GEN_NEVER] > HISTORIES / 100);
}

/* --- Endings ---------------------------------------------------------------
 */

static void a_failure_is_a_finding_and_a_cut_is_not(void **unused)
{
    struct rdl_gen_results order = { 0 };
    struct rdl_gen_outcomes o = { .n = 1, .all = &order, .complete = true };
    struct rdl_gen_results seen = { .ending = RDL_GEN_FAILED };

    (void)unused;
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_UNSAFE);
    seen.ending = RDL_GEN_CUT;
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_SHOWS_NOTHING);
}

/* weak f +-1: 2 for an order's 1, not 3; and only where the spec says so. */
static void a_result_may_differ_by_its_slack(void **unused)
{
    struct rdl_gen_results order = { .n_calls = 2 };
    struct rdl_gen_outcomes o = { .n = 1, .all = &order, .complete = true };
    struct rdl_gen_results seen;

    (void)unused;
    put_result(&order, 0, 0);
    put_result(&order, 1, 1);
    seen = order;
    for (int v = -1; v <= 3; v++) {
        put_result(&seen, 0, v);
        o.slack[0] = 1;
        assert_int_equal(rdl_gen_linearisable(&seen, &o, 0),
                         v <= 1 ? RDL_GEN_FINE : RDL_GEN_NEVER);
        o.slack[0] = 0;
        assert_int_equal(rdl_gen_linearisable(&seen, &o, 0),
                         v == 0 ? RDL_GEN_FINE : RDL_GEN_NEVER);
    }
}

static void what_is_not_compared_may_differ(void **unused)
{
    struct rdl_gen_results order = { .n_calls = 2 };
    struct rdl_gen_outcomes o = { .n = 1, .all = &order, .complete = true };
    struct rdl_gen_results seen;

    (void)unused;
    put_result(&order, 0, 1);
    put_result(&order, 1, 2);
    seen = order;
    put_result(&seen, 1, 3);
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_NEVER);
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 2), RDL_GEN_FINE);
    o.complete = false;
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_UNDECIDED);
}

/* A call that waits for ever is part of the outcome. */
static void who_is_stuck_counts(void **unused)
{
    struct rdl_gen_results order = { .n_calls = 2, .ending = RDL_GEN_STUCK };
    struct rdl_gen_outcomes o = { .n = 1, .all = &order, .complete = true };
    struct rdl_gen_results seen;

    (void)unused;
    put_result(&order, 0, 1);
    order.calls[1].called = true;
    seen = order;
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_FINE);
    /* For a condition in the order, for a lock in the execution. */
    seen.locked = true;
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_UNSAFE);
    seen.locked = false;
    seen.calls[0].returned = false;
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_UNSAFE);
}

/* Two take, one terminates and wakes one of them: call 0 and call 1 take, call
 * 2 terminates.  An order in which both waited before is stuck too. */
static void who_would_not_wait_now_is_stuck(void **unused)
{
    struct rdl_gen_results orders[2] = {
        { .n_calls = 3,
          .ending = RDL_GEN_STUCK,
          .from = { 1, 2, 3 },
          .to = { 4, 0, 5 } },
        { .n_calls = 3, .from = { 3, 5, 1 }, .to = { 4, 6, 2 } },
    };
    struct rdl_gen_outcomes o = { .n = 2, .all = orders, .complete = true };
    struct rdl_gen_results seen;

    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        put_result(&orders[0], i, -1);
        put_result(&orders[1], i, -1);
    }
    orders[0].calls[1].returned = false;
    seen = orders[0];
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_UNSAFE);
    /* The one that takes after both have returned waits too: nothing is left.
     */
    orders[1].ending = RDL_GEN_STUCK;
    orders[1].calls[1].returned = false;
    orders[1].to[1] = 0;
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_FINE);
    /* No order has what returned without a wait: nobody knows. */
    orders[1] = orders[0];
    assert_int_equal(rdl_gen_linearisable(&seen, &o, 0), RDL_GEN_FINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_checkers_agree),
        cmocka_unit_test(a_failure_is_a_finding_and_a_cut_is_not),
        cmocka_unit_test(a_result_may_differ_by_its_slack),
        cmocka_unit_test(what_is_not_compared_may_differ),
        cmocka_unit_test(who_is_stuck_counts),
        cmocka_unit_test(who_would_not_wait_now_is_stuck),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
