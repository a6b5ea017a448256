/* oracle.c - see oracle.h. */
#include "gen/run/oracle.h"

#include "base/text.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Where a signal could wake several threads, or several that were woken could
 * go on, an order has several outcomes: this many ways to decide two such cases
 * among three candidates. */
#define TWISTS 9

uint64_t rdl_gen_ignored(const struct rdl_gen_table *table,
                         const struct rdl_gen_test *test)
{
    const unsigned n = rdl_gen_test_calls(test);
    uint64_t ignored = 0;

    for (unsigned i = 0; i < n; i++) {
        const struct rdl_gen_function *f =
            &table->functions[rdl_gen_test_call(test, i)->function];

        if (f->compare == RDL_GEN_WEAK)
            ignored |= UINT64_C(1) << i;
    }
    return ignored;
}

static void oracle_slack(const struct rdl_gen_table *table,
                         const struct rdl_gen_test *test,
                         uint32_t slack[RDL_WIRE_CALLS])
{
    const unsigned n = rdl_gen_test_calls(test);

    for (unsigned i = 0; i < n; i++) {
        const struct rdl_gen_function *f =
            &table->functions[rdl_gen_test_call(test, i)->function];

        slack[i] = f->compare == RDL_GEN_NEAR ? f->slack : 0;
    }
}

/* Outcomes with duplicates, at most; where time has more ways than that, the
 * test is undecided. */
#define MOST_OUTCOMES 6000

struct ask {
    struct rdl_gen_oracle *oracle;
    size_t room;
    size_t stuck;
    bool failed, nothing;
    unsigned moments; /* at which time could have passed, at most */
    struct rdl_gen_runner *runner;
    const struct rdl_gen_table *table;
    const struct rdl_gen_test *test;
    const struct rdl_gen_orders *orders;
};

/* Does a call that runs under a lock of the module give that lock up while it
 * waits?  Then calls of others come between the calls of that section, also
 * before the one that was woken has the lock again.  The orders let who was
 * woken go on first, so they do not show all of it. */
static bool oracle_gives_way(const struct ask *a,
                             const struct rdl_gen_results *one)
{
    for (unsigned i = 0; i < one->n_calls; i++) {
        const unsigned f = rdl_gen_test_call(a->test, i)->function;

        if (a->table->functions[f].role != RDL_GEN_BARE || one->from[i] == 0)
            continue;
        for (unsigned k = 0; k < one->n_calls; k++) {
            if (one->from[k] > one->from[i] &&
                (one->to[i] == 0 || one->from[k] < one->to[i]))
                return true;
        }
    }
    return false;
}

static bool oracle_take(void *data, const struct rdl_gen_results *one)
{
    struct ask *a = data;
    struct rdl_gen_outcomes *o = &a->oracle->outcomes;

    a->stuck += one->ending == RDL_GEN_STUCK;
    if (oracle_gives_way(a, one))
        o->complete = false;
    a->nothing = one->ending == RDL_GEN_CUT || one->ending == RDL_GEN_ABANDONED;
    if (rdl_gen_fails(one)) {
        a->failed = true;
        rdl_text_copy(a->oracle->kind, one->kind, sizeof(a->oracle->kind));
        a->oracle->function = one->function;
    }
    if (one->ending == RDL_GEN_CUT) {
        a->oracle->cut = true;
        a->oracle->last = *one;
    }
    if (a->failed || a->nothing)
        return false;
    if (o->n == a->room) {
        a->room = a->room == 0 ? 16 : 2 * a->room;
        o->all = rdl_grow(o->all, a->room * sizeof(*o->all));
    }
    o->all[o->n++] = *one;
    return true;
}

/* All orders, with each way to decide ties; time passes as `early` says.
 * False: nothing can run. */
static bool oracle_run(struct ask *a, unsigned early)
{
    struct rdl_calls open = { .ties = 1 };

    for (unsigned twist = 0; twist < TWISTS && open.ties > 0; twist++) {
        const struct rdl_gen_way way = { (uint8_t)twist, (uint8_t)early };

        if (!rdl_gen_run_orders(a->runner, a->test, a->orders->all,
                                a->orders->n, way, &open, oracle_take, a))
            return false;
        if (a->failed || a->nothing)
            return true;
        /* A thread of the module itself may run at any moment, also in the
         * midst of what others do; the orders let it run between calls. */
        if (open.untried > 0 || a->runner->threads > 1 + a->test->n_suffixes)
            a->oracle->outcomes.complete = false;
        if (open.moments > a->moments)
            a->moments = (unsigned)open.moments;
    }
    return true;
}

static bool oracle_has_sections(const struct rdl_gen_table *table,
                                const struct rdl_gen_test *test)
{
    const unsigned end = rdl_gen_test_first(test, test->n_suffixes);

    for (unsigned i = test->prefix.n; i < end; i++) {
        if (table->functions[rdl_gen_test_call(test, i)->function].role ==
            RDL_GEN_BARE)
            return true;
    }
    return false;
}

enum rdl_gen_oracle_state rdl_gen_oracle_ask(struct rdl_gen_oracle *o,
                                             struct rdl_gen_runner *r,
                                             const struct rdl_gen_table *table,
                                             const struct rdl_gen_test *test,
                                             struct rdl_rng *rng)
{
    static struct rdl_gen_orders orders;
    struct ask a = { .oracle = o,
                     .runner = r,
                     .table = table,
                     .test = test,
                     .orders = &orders };

    *o = (struct rdl_gen_oracle){ .function = -1 };
    o->ignored = rdl_gen_ignored(table, test);
    oracle_slack(table, test, o->outcomes.slack);
    rdl_gen_orders_of(test, rng, &orders);
    o->outcomes.complete = orders.complete;
    o->outcomes.sections = oracle_has_sections(table, test);
    for (unsigned early = 0; early < 1u << RDL_CALLS_MOMENTS; early++) {
        if (early >> a.moments != 0)
            break;
        /* Not all that time can do is tried: then nothing is a finding. */
        if (early > 0 &&
            (!o->outcomes.complete || o->outcomes.n > MOST_OUTCOMES)) {
            o->outcomes.complete = false;
            break;
        }
        if (__builtin_popcount(early) > RDL_CALLS_EARLY)
            continue;
        if (!oracle_run(&a, early))
            return RDL_GEN_ORACLE_BROKEN;
        if (a.failed)
            return RDL_GEN_ORACLE_FAILS;
        if (a.nothing)
            return RDL_GEN_ORACLE_ABANDONED;
    }
    return a.stuck == o->outcomes.n ? RDL_GEN_ORACLE_STUCK
                                    : RDL_GEN_ORACLE_READY;
}

void rdl_gen_oracle_free(struct rdl_gen_oracle *o)
{
    free(o->outcomes.all);
}
