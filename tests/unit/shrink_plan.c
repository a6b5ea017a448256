/* shrink_plan.c - which of two plans is smaller, and plans without the rounds
 * of a spin loop. */
#include "minimize/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void preemptions_count_first(void **unused)
{
    const struct rdl_plan_size a = { .preemptions = 1, .switches = 9 };
    const struct rdl_plan_size b = { .preemptions = 2, .switches = 3 };
    const struct rdl_plan_size c = { .preemptions = 1, .switches = 8 };

    (void)unused;
    assert_true(rdl_plan_smaller(&a, &b));
    assert_true(rdl_plan_smaller(&c, &a));
    assert_false(rdl_plan_smaller(&a, &a));
}

/* Thread 1 tries and yields, a turn each, three rounds long; thread 0 works in
 * between.  Its first try and yield stay, and what it does afterwards. */
static void rounds_of_a_spin_loop_go(void **unused)
{
    enum { WORK, TRY, YIELD, AFTER, N_SITES };
    struct rdl_site sites[N_SITES] = { [WORK] = { .op = RDL_OP_WRITE },
                                       [TRY] = { .op = RDL_OP_RMW },
                                       [YIELD] = { .op = RDL_OP_YIELD },
                                       [AFTER] = { .op = RDL_OP_WRITE } };
    uint32_t steps[] = { TRY, WORK, YIELD, TRY, YIELD, TRY, YIELD, AFTER };
    struct rdl_switch switches[] = {
        { .step = 0, .tid = 1 }, { .step = 1, .tid = 0 },
        { .step = 2, .tid = 1 }, { .step = 3, .tid = 1 },
        { .step = 4, .tid = 1 }, { .step = 5, .tid = 1 },
        { .step = 6, .tid = 1 }, { .step = 7, .tid = 1 },
    };
    struct rdl_taken_choice choices[] = { { .step = 5, .value = 1 },
                                          { .step = 8, .value = 2 } };
    const struct rdl_schedule s = {
        .sites = sites,
        .n_sites = N_SITES,
        .steps = steps,
        .n_steps = sizeof(steps) / sizeof(steps[0]),
        .switches = switches,
        .n_switches = sizeof(switches) / sizeof(switches[0]),
        .choices = choices,
        .n_choices = 2,
    };
    struct rdl_plan p;

    (void)unused;
    assert_true(rdl_plan_without_spins(&p, &s, RDL_SPIN_ANY));
    assert_int_equal(p.n_segments, 3);
    assert_int_equal(p.segments[0].tid, 1);
    assert_int_equal(p.segments[0].until, 1);
    assert_int_equal(p.segments[1].tid, 0);
    assert_int_equal(p.segments[2].tid, 1);
    assert_int_equal(p.segments[2].until, 3); /* try, yield, after */
    assert_int_equal(p.n_choices, 1);         /* the other was in a round */
    assert_int_equal(p.choices[0].value, 2);
    assert_int_equal(p.choices[0].taken, 3);
    rdl_plan_free(&p);
    /* A try may have succeeded: only yields go. */
    assert_true(rdl_plan_without_spins(&p, &s, RDL_SPIN_IDLE));
    assert_int_equal(rdl_plan_size(&p).steps, 6);
    rdl_plan_free(&p);
    steps[0] = steps[2] = steps[3] = steps[4] = WORK;
    steps[5] = steps[6] = AFTER;
    assert_false(rdl_plan_without_spins(&p, &s, RDL_SPIN_IDLE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preemptions_count_first),
        cmocka_unit_test(rounds_of_a_spin_loop_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
