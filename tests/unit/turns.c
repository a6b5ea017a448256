/* turns.c - how the cases of a suite share one budget. */
#include "campaign/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define CASES 3

/* Which cases grow for ever, and which are over after their first turn. */
static void run(struct rdl_turns *t, const bool grows[CASES],
                const bool over[CASES], uint64_t got[CASES],
                size_t turns[CASES])
{
    struct rdl_turn turn;

    for (size_t i = 0; i < CASES; i++)
        got[i] = turns[i] = 0;
    while (rdl_turns_next(t, &turn)) {
        assert_in_range(turn.which, 0, CASES - 1);
        assert_true(turn.executions > 0);
        assert_true(turn.waiting > 0);
        got[turn.which] += turn.executions;
        turns[turn.which]++;
        rdl_turns_took(t, &turn, turn.executions, grows[turn.which],
                       over[turn.which]);
        assert_true(turns[turn.which] < 100);
    }
}

static const bool none[CASES];

/* 1,200 executions: 100 for each, and then all for the one that grows. */
static void the_rest_is_for_the_case_that_grows(void **state)
{
    const bool grows[CASES] = { false, true, false };
    struct rdl_turns t;
    uint64_t got[CASES];
    size_t turns[CASES];

    (void)state;
    rdl_turns_make(&t, CASES, 1200, 0);
    run(&t, grows, none, got, turns);
    assert_int_equal(got[0], 100);
    assert_int_equal(got[1], 1000);
    assert_int_equal(got[2], 100);
    rdl_turns_free(&t);
}

/* If none grows, all go on, and all of the budget is spent. */
static void the_budget_is_spent(void **state)
{
    struct rdl_turns t;
    uint64_t got[CASES];
    size_t turns[CASES];

    (void)state;
    for (uint64_t n = 1; n < 3000; n += 37) {
        rdl_turns_make(&t, CASES, n, 0);
        run(&t, none, none, got, turns);
        assert_int_equal(got[0] + got[1] + got[2], n);
        rdl_turns_free(&t);
    }
}

/* Nothing new in 500 executions in a row is enough: 100, 200, 400. */
static void a_saturated_case_is_over(void **state)
{
    struct rdl_turns t;
    uint64_t got[CASES];
    size_t turns[CASES];

    (void)state;
    rdl_turns_make(&t, CASES, 0, 500);
    run(&t, none, none, got, turns);
    for (size_t i = 0; i < CASES; i++) {
        assert_int_equal(got[i], 700);
        assert_int_equal(turns[i], 3);
        assert_true(t.cases[i].over);
    }
    rdl_turns_free(&t);
}

static void a_case_that_is_over_has_no_further_turn(void **state)
{
    const bool grows[CASES] = { true, true, true };
    const bool over[CASES] = { false, true, true };
    struct rdl_turns t;
    uint64_t got[CASES];
    size_t turns[CASES];

    (void)state;
    rdl_turns_make(&t, CASES, 1200, 0);
    run(&t, grows, over, got, turns);
    assert_int_equal(turns[1], 1);
    assert_int_equal(turns[2], 1);
    assert_int_equal(got[0] + got[1] + got[2], 1200);
    rdl_turns_free(&t);
}

/* Fewer executions than cases: one for each, as far as they go. */
static void a_tiny_budget_reaches_the_first_cases(void **state)
{
    struct rdl_turns t;
    uint64_t got[CASES];
    size_t turns[CASES];

    (void)state;
    rdl_turns_make(&t, CASES, 2, 0);
    run(&t, none, none, got, turns);
    assert_int_equal(got[0], 1);
    assert_int_equal(got[1], 1);
    assert_int_equal(got[2], 0);
    rdl_turns_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_is_for_the_case_that_grows),
        cmocka_unit_test(the_budget_is_spent),
        cmocka_unit_test(a_saturated_case_is_over),
        cmocka_unit_test(a_case_that_is_over_has_no_further_turn),
        cmocka_unit_test(a_tiny_budget_reaches_the_first_cases),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
