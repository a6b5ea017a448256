/* goal.c - when a campaign has done enough, execution by execution. */
#include "campaign/coverage/stop_condition.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

static struct rdl_stop_condition *goal(enum rdl_until until, double share,
                                       uint64_t window)
{
    struct rdl_stop_condition *g = malloc(sizeof(*g));
    const struct rdl_stop_condition_options options = {
        .until = until,
        .share = share,
        .window = window,
    };

    rdl_stop_condition_make(g, &options);
    return g;
}

/* `n` executions, after which so many are known and covered. */
static void run(struct rdl_stop_condition *g, uint64_t n, uint64_t known,
                uint64_t covered)
{
    for (uint64_t i = 0; i < n; i++)
        rdl_stop_condition_sample(g, 0, covered);
    rdl_stop_condition_judge(g, known, covered);
}

/* All that was ever covered came in the first execution: it is one of the first
 * window's, and not of the next. */
static void the_first_execution_is_in_the_first_window(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_SATURATION, 0, 1000);

    (void)state;
    run(g, 1, 8, 7);
    run(g, 999, 8, 7);
    assert_true(rdl_saturation_full(&g->saturation));
    assert_int_equal(rdl_saturation_added(&g->saturation), 7);
    assert_false(g->reached);
    run(g, 1, 8, 7);
    assert_true(g->reached);
    free(g);
}

/* The point counts as it was, whatever is covered later. */
static void the_first_saturation_is_kept(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_BUDGET, 0, 100);

    (void)state;
    run(g, 1, 8, 7);
    run(g, 99, 8, 7);
    assert_int_equal(g->first.executions, 0);
    rdl_stop_condition_sample(g, 55, 7);
    run(g, 200, 9, 9);
    assert_int_equal(g->first.executions, 101);
    assert_int_equal(g->first.ns, 55);
    assert_int_equal(g->first.covered, 7);
    free(g);
}

/* Earlier sessions have covered it. */
static void what_was_covered_before_is_not_new(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_SATURATION, 0, 300);

    (void)state;
    g->base = 7;
    run(g, 299, 8, 7);
    assert_false(g->reached);
    run(g, 1, 8, 7);
    assert_true(g->reached);
    free(g);
}

/* Judged when some executions are over: what the last of them covered counts.
 */
static void what_is_new_takes_it_back(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_SATURATION, 0, 300);

    (void)state;
    for (int i = 0; i < 400; i++)
        rdl_stop_condition_sample(g, 0, 7);
    rdl_stop_condition_sample(g, 0, 8);
    rdl_stop_condition_judge(g, 9, 8);
    assert_false(g->reached);
    free(g);
}

static void a_share_counts_when_the_known_stands_still(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_COVERAGE, 0.9, 5000);

    (void)state;
    run(g, 1, 44, 41);
    assert_true(g->share);
    assert_false(g->reached);
    run(g, 16, 53, 51);
    run(g, RDL_GOAL_STILL - 1, 53, 51);
    assert_false(g->reached);
    run(g, 1, 53, 51);
    assert_true(g->reached);
    free(g);
}

/* Late growth has to be followed by as many executions as came before. */
static void what_grows_late_has_to_stand_still_for_long(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_COVERAGE, 0.9, 5000);

    (void)state;
    run(g, 1, 10, 5);
    run(g, 999, 11, 11);
    run(g, 998, 11, 11);
    assert_false(g->reached);
    run(g, 2, 11, 11);
    assert_true(g->reached);
    free(g);
}

static void saturation_below_a_share_has_missed_it(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_COVERAGE, 0.95, 200);

    (void)state;
    run(g, 1, 8, 7);
    run(g, 199, 8, 7);
    assert_false(g->missed);
    run(g, 1, 8, 7);
    assert_true(g->missed);
    assert_false(g->reached);
    free(g);
}

/* The share of nothing is nothing, once it is clear that there is nothing. */
static void nothing_to_cover_is_covered_when_saturated(void **state)
{
    struct rdl_stop_condition *g = goal(RDL_UNTIL_COVERAGE, 0.95, 200);

    (void)state;
    run(g, 199, 0, 0);
    assert_false(g->reached);
    run(g, 1, 0, 0);
    assert_true(g->reached);
    assert_false(g->missed);
    free(g);
}

/* A program that takes longer to start than the window, and covers nothing at
 * first. */
static void a_window_of_time_begins_with_the_first_execution(void **state)
{
    const struct rdl_stop_condition_options options = {
        .until = RDL_UNTIL_SATURATION,
        .window_ns = 200 * 1000000,
    };
    struct rdl_stop_condition *g = malloc(sizeof(*g));

    (void)state;
    rdl_stop_condition_make(g, &options);
    for (uint64_t ms = 300; ms <= 500; ms++) {
        assert_false(g->reached);
        rdl_stop_condition_sample(g, ms * 1000000, 0);
        rdl_stop_condition_judge(g, 0, 0);
    }
    assert_true(g->reached);
    free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_execution_is_in_the_first_window),
        cmocka_unit_test(the_first_saturation_is_kept),
        cmocka_unit_test(what_was_covered_before_is_not_new),
        cmocka_unit_test(what_is_new_takes_it_back),
        cmocka_unit_test(a_share_counts_when_the_known_stands_still),
        cmocka_unit_test(what_grows_late_has_to_stand_still_for_long),
        cmocka_unit_test(saturation_below_a_share_has_missed_it),
        cmocka_unit_test(nothing_to_cover_is_covered_when_saturated),
        cmocka_unit_test(a_window_of_time_begins_with_the_first_execution),
    };

    return cmocka_run_group_tests_name("goal", tests, NULL, NULL);
}
