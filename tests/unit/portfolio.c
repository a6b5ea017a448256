/* portfolio.c - turns of `auto`: spread by share, moved by what is new, nobody
 * left out; and the same counts give the same plan. */
#include "campaign/explore/portfolio.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static unsigned turns(const struct rdl_portfolio *p,
                      const struct rdl_config *plan, size_t member, size_t from,
                      size_t n)
{
    unsigned count = 0;

    for (size_t i = from; i < from + n; i++)
        count += plan->plan[i % plan->n_plan] == p->members[member].strategy;
    return count;
}

static double share_of(const struct rdl_portfolio *p, size_t member)
{
    double total = 0;

    for (size_t i = 0; i < p->n; i++)
        total += p->members[i].share;
    return p->members[member].share / total;
}

/* In any window of the plan each has its share, but for less than two turns:
 * a bug that one member finds soon does not wait for a block of another. */
static void turns_are_spread(void **unused)
{
    struct rdl_portfolio p;
    struct rdl_config plan = { .execution = 0 };

    (void)unused;
    rdl_portfolio_make(&p);
    p.members[0].executions = RDL_PLAN; /* the beginning is over */
    rdl_portfolio_plan(&p, &plan);
    assert_int_equal(plan.n_plan, RDL_PLAN);
    for (size_t m = 0; m < p.n; m++) {
        for (size_t from = 0; from < RDL_PLAN; from++) {
            for (size_t n = 1; n <= RDL_PLAN; n++) {
                const double due = share_of(&p, m) * (double)n;
                const double has = turns(&p, &plan, m, from, n);

                assert_true(has > due - 2 && has < due + 2);
            }
        }
    }
}

/* The first one has the first executions, whenever it is planned; all others
 * have had a turn soon after. */
static void the_first_one_begins(void **unused)
{
    struct rdl_portfolio p;
    struct rdl_config plan = { .execution = 0 }, again = { .execution = 0 };

    (void)unused;
    rdl_portfolio_make(&p);
    rdl_portfolio_plan(&p, &plan);
    assert_int_equal(turns(&p, &plan, 0, 0, 3), 3);
    for (size_t m = 1; m < p.n; m++)
        assert_in_range(turns(&p, &plan, m, 3, 8), 1, 4);
    p.members[0].executions = 1;
    rdl_portfolio_plan(&p, &again);
    assert_memory_equal(plan.plan, again.plan, sizeof(plan.plan));
}

/* So many executions are over, and in those of one member alone something was
 * covered, each time. */
static void over(struct rdl_portfolio *p, struct rdl_config *plan, uint64_t n,
                 size_t lucky)
{
    struct rdl_coverage_session_fresh fresh[RDL_PLAN];

    for (uint64_t e = 0; e < n; e += RDL_PLAN) {
        struct rdl_learned learned = {
            .config = plan,
            .from = e,
            .to = e + RDL_PLAN,
            .fresh = fresh,
        };

        rdl_portfolio_plan(p, plan);
        for (uint64_t k = e; k < e + RDL_PLAN; k++) {
            if (plan->plan[k % RDL_PLAN] == p->members[lucky].strategy)
                fresh[learned.n_fresh++] =
                    (struct rdl_coverage_session_fresh){ .execution = k };
        }
        rdl_portfolio_credit(p, &learned);
    }
    rdl_portfolio_plan(p, plan);
}

static void shares_move_to_what_covers(void **unused)
{
    (void)unused;
    for (size_t lucky = 0; lucky < 3; lucky++) {
        struct rdl_portfolio p;
        struct rdl_config before = { .execution = 0 }, after = before;

        rdl_portfolio_make(&p);
        rdl_portfolio_plan(&p, &before);
        over(&p, &after, 1024, lucky);
        for (size_t m = 0; m < p.n; m++) {
            const unsigned then = turns(&p, &before, m, 0, RDL_PLAN);
            const unsigned now = turns(&p, &after, m, 0, RDL_PLAN);

            assert_true(m == lucky ? now > then && now <= 2 * then
                                   : now <= then && 2 * now >= then - 1);
            assert_true(now > 0);
        }
    }
}

/* What the first executions cover says nothing yet. */
static void shares_stay_at_first(void **unused)
{
    struct rdl_portfolio p;
    struct rdl_config before = { .execution = 0 }, after = before;

    (void)unused;
    rdl_portfolio_make(&p);
    p.members[0].executions = RDL_PLAN; /* the beginning is over */
    rdl_portfolio_plan(&p, &before);
    over(&p, &after, 128, 1);
    assert_memory_equal(before.plan, after.plan, sizeof(before.plan));
}

static void the_same_counts_give_the_same_plan(void **unused)
{
    struct rdl_portfolio p, q;
    struct rdl_config one = { .execution = 0 }, other = one;

    (void)unused;
    rdl_portfolio_make(&p);
    rdl_portfolio_make(&q);
    over(&p, &one, 8192, 2);
    over(&q, &other, 8192, 2);
    assert_memory_equal(one.plan, other.plan, sizeof(one.plan));
}

/* Plans after an execution in which this many threads ran one function. */
static unsigned turns_among(uint32_t alike, const char *strategy)
{
    struct rdl_portfolio p;
    struct rdl_config plan = { .execution = 0 };
    struct rdl_shared *shared = calloc(1, sizeof(*shared));
    const size_t index = rdl_strategy_index(rdl_strategy_find(strategy));
    unsigned n = 0;

    rdl_portfolio_make(&p);
    rdl_portfolio_plan(&p, &plan);
    shared->outcome.most_alike = alike;
    rdl_portfolio_credit(&p, &(struct rdl_learned){
                                 .config = &plan, .to = 1, .shared = shared });
    shared->outcome.most_alike = 1; /* a later one that ended early */
    rdl_portfolio_credit(
        &p, &(struct rdl_learned){
                .config = &plan, .from = 1, .to = 2, .shared = shared });
    rdl_portfolio_plan(&p, &plan);
    for (size_t i = 0; i < plan.n_plan; i++)
        n += plan.plan[i] == index;
    free(shared);
    return n;
}

/* Strategies by place get more among many equal threads, and nobody loses more
 * than half. */
static void many_equal_threads_move_shares_to_places(void **unused)
{
    static const char *const by_place[] = { "site-priority", "site-handoff" };
    static const char *const others[] = { "pos-weighted", "rff" };

    (void)unused;
    for (int i = 0; i < 2; i++) {
        const unsigned few = turns_among(8, by_place[i]);

        assert_int_equal(few, turns_among(1, by_place[i]));
        assert_in_range(turns_among(9, by_place[i]), few + few / 3, 2 * few);
        assert_in_range(2 * turns_among(9, others[i]),
                        turns_among(8, others[i]) - 2,
                        2 * turns_among(8, others[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_equal_threads_move_shares_to_places),
        cmocka_unit_test(turns_are_spread),
        cmocka_unit_test(the_first_one_begins),
        cmocka_unit_test(shares_move_to_what_covers),
        cmocka_unit_test(shares_stay_at_first),
        cmocka_unit_test(the_same_counts_give_the_same_plan),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
