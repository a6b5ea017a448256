/* step_limit.c - when the limit of steps grows, and when a campaign of cut
 * executions ends. */
#include "campaign/step_limit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#define MILLION UINT64_C(1000000)

static struct rdl_shared *shared;

/* A request of `n` executions that began with that limit. */
static void request(struct rdl_step_limit *l, uint64_t steps, uint64_t n,
                    uint64_t cut, uint64_t late, bool fresh)
{
    struct rdl_config config = { .max_steps = steps };
    const struct rdl_learned learned = {
        .config = &config, .to = n, .shared = shared, .n_fresh = fresh
    };

    shared->tally.cut = cut;
    shared->tally.late = late;
    rdl_step_limit_learn(l, &learned);
}

static void grows_once_when_most_are_cut(void **state)
{
    struct rdl_step_limit l;

    (void)state;
    rdl_step_limit_make(&l, MILLION, /*grows=*/true, /*ends=*/true, true);
    request(&l, MILLION, 3, 3, 0, false);
    assert_int_equal(l.steps, MILLION); /* three are too few */
    request(&l, MILLION, 1, 0, 0, false);
    assert_int_equal(l.steps, 10 * MILLION);
    assert_int_equal(l.first, MILLION);
    assert_int_equal(rdl_step_limit_first(&l, 3), 3);
    /* One that another job had begun before: 4 of 5 at the first limit. */
    request(&l, MILLION, 1, 1, 0, false);
    request(&l, 10 * MILLION, 1, 1, 0, false);
    assert_int_equal(rdl_step_limit_first(&l, 5), 4);
    request(&l, 10 * MILLION, 9, 9, 0, true);
    assert_int_equal(l.steps, 10 * MILLION);
}

static void stays_where_it_would_not_help(void **state)
{
    struct rdl_step_limit l;

    (void)state;
    rdl_step_limit_make(&l, MILLION, /*grows=*/true, true, true);
    request(&l, MILLION, 8, 4, 0, false); /* not more than half */
    assert_int_equal(l.steps, MILLION);
    request(&l, MILLION, 8, 8, 8, false); /* these reached --timeout */
    assert_int_equal(l.steps, MILLION);
    rdl_step_limit_make(&l, MILLION, /*grows=*/false, true, true);
    request(&l, MILLION, 8, 8, 0, false); /* the user's limit */
    assert_int_equal(l.steps, MILLION);
    assert_int_equal(rdl_step_limit_first(&l, 8), 0);
}

static void ends_when_all_are_cut(void **state)
{
    struct rdl_step_limit l;

    (void)state;
    rdl_step_limit_make(&l, MILLION, /*grows=*/true, /*ends=*/true, true);
    request(&l, MILLION, 4, 4, 0, false);
    assert_false(rdl_step_limit_hopeless(&l));
    request(&l, 10 * MILLION, 1, 1, 0, true);
    request(&l, 10 * MILLION, 3, 3, 0, false);
    assert_false(rdl_step_limit_hopeless(&l)); /* the first covered more */
    request(&l, 10 * MILLION, 1, 1, 1, false);
    assert_true(rdl_step_limit_hopeless(&l));
    request(&l, 10 * MILLION, 1, 0, 0, false);
    assert_false(rdl_step_limit_hopeless(&l)); /* one has come to an end */
    /* Short executions: as many steps. */
    rdl_step_limit_make(&l, 1000, /*grows=*/false, true, true);
    request(&l, 1000, 39999, 39999, 0, false);
    assert_false(rdl_step_limit_hopeless(&l));
    request(&l, 1000, 1, 1, 0, false);
    assert_true(rdl_step_limit_hopeless(&l));
    /* The user gave a budget. */
    rdl_step_limit_make(&l, MILLION, false, /*ends=*/false, true);
    request(&l, MILLION, 1000, 1000, 0, false);
    assert_false(rdl_step_limit_hopeless(&l));
}

static void ends_when_long_ones_cover_nothing_new(void **state)
{
    struct rdl_step_limit l;

    (void)state;
    rdl_step_limit_make(&l, MILLION, /*grows=*/true, /*ends=*/true, true);
    shared->tally.steps = 50 * MILLION;
    for (int i = 0; i < 6; i++) {
        assert_false(rdl_step_limit_enough(&l));
        request(&l, MILLION, 20, 0, 0, false);
    }
    assert_true(rdl_step_limit_enough(&l));
    request(&l, MILLION, 20, 0, 0, true);
    assert_false(rdl_step_limit_enough(&l));
    shared->tally.steps = 400 * MILLION; /* few, but very long */
    request(&l, MILLION, 99, 0, 0, false);
    assert_false(rdl_step_limit_enough(&l));
    request(&l, MILLION, 1, 0, 0, false);
    assert_true(rdl_step_limit_enough(&l));
    rdl_step_limit_make(&l, MILLION, true, /*ends=*/false, true);
    request(&l, MILLION, 1000, 0, 0, false);
    assert_false(rdl_step_limit_enough(&l));
    /* Without coverage nothing is known of what they cover. */
    rdl_step_limit_make(&l, MILLION, true, true, /*covers=*/false);
    request(&l, MILLION, 1000, 0, 0, false);
    assert_false(rdl_step_limit_enough(&l));
    shared->tally.steps = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_once_when_most_are_cut),
        cmocka_unit_test(stays_where_it_would_not_help),
        cmocka_unit_test(ends_when_all_are_cut),
        cmocka_unit_test(ends_when_long_ones_cover_nothing_new),
    };
    int failed;

    shared = calloc(1, sizeof(*shared));
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(shared);
    return failed;
}
