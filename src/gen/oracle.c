/* oracle.c - see oracle.h. */
#include "gen/oracle.h"

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

struct ask {
    struct rdl_gen_oracle *oracle;
    size_t room;
    size_t stuck;
    bool failed, nothing;
};

static bool oracle_take(void *data, const struct rdl_gen_results *one)
{
    struct ask *a = data;
    struct rdl_gen_outcomes *o = &a->oracle->outcomes;

    a->stuck += one->ending == RDL_GEN_STUCK;
    a->nothing = one->ending == RDL_GEN_CUT || one->ending == RDL_GEN_ABANDONED;
    if (rdl_gen_fails(one)) {
        a->failed = true;
        rdl_text_copy(a->oracle->kind, one->kind, sizeof(a->oracle->kind));
        a->oracle->function = one->function;
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

enum rdl_gen_oracle_state rdl_gen_oracle_ask(struct rdl_gen_oracle *o,
                                             struct rdl_gen_runner *r,
                                             const struct rdl_gen_table *table,
                                             const struct rdl_gen_test *test,
                                             struct rdl_rng *rng)
{
    static struct rdl_gen_orders orders;
    struct ask a = { .oracle = o };
    bool ties = true;

    *o = (struct rdl_gen_oracle){ .function = -1 };
    o->ignored = rdl_gen_ignored(table, test);
    oracle_slack(table, test, o->outcomes.slack);
    rdl_gen_orders_of(test, rng, &orders);
    o->outcomes.complete = orders.complete;
    for (unsigned twist = 0; twist < TWISTS && ties; twist++) {
        if (!rdl_gen_run_orders(r, test, orders.all, orders.n, twist, &ties,
                                oracle_take, &a))
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
