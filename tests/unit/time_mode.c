/* time_mode.c - when a campaign goes over from idle time to any time. */
#include "campaign/time_mode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

static struct rdl_shared *shared;

/* Runs a request of at most `n` executions, of which `timed` have a time-out
 * and the last one covers something new if `fresh`.  Returns its size. */
static uint64_t request(struct rdl_time_mode *m, uint64_t n, bool timed,
                        bool fresh)
{
    static const struct rdl_coverage_session_fresh covered;
    struct rdl_config config = { .flags = 0 };
    struct rdl_request r = { .n = n, .config = &config };
    struct rdl_learned learned = {
        .config = &config,
        .shared = shared,
        .fresh = &covered,
        .n_fresh = fresh,
    };

    rdl_time_mode_give(m, &r);
    learned.to = r.n;
    shared->tally.timed = timed ? r.n : 0;
    rdl_time_mode_learn(m, &learned);
    return r.n;
}

static void goes_over_when_half_covered_nothing_new(void **state)
{
    struct rdl_time_mode m;

    (void)state;
    rdl_time_mode_make(&m, RDL_TIME_BOTH, 0);
    request(&m, 1, /*timed=*/true, /*fresh=*/true);
    assert_int_equal(request(&m, 99, true, true), 32);
    assert_int_equal(request(&m, 99, true, true), 32);
    assert_int_equal(request(&m, 99, true, false), 32);
    assert_false(m.any); /* new in the first 65 of 97 */
    assert_int_equal(request(&m, 99, true, false), 32);
    assert_true(m.any); /* nothing new in 64 of 129 */
    assert_int_equal(m.idle, 129);
    assert_int_equal(request(&m, 99, true, false), 99);
    assert_int_equal(m.early, 99);
}

static void has_limits(void **state)
{
    struct rdl_time_mode m;

    (void)state;
    rdl_time_mode_make(&m, RDL_TIME_BOTH, 0);
    while (!m.any)
        request(&m, 99, true, true);
    assert_int_equal(m.idle, 99 + 901); /* the first did not know */
    rdl_time_mode_make(&m, RDL_TIME_BOTH, 7);
    request(&m, 1, true, true);
    assert_int_equal(request(&m, 6, true, true), 3);
    assert_true(m.any);
}

static void stays_where_it_makes_no_difference(void **state)
{
    static const enum rdl_time_passes asked[] = { RDL_TIME_BOTH,
                                                  RDL_TIME_IDLE };
    struct rdl_time_mode m;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        rdl_time_mode_make(&m, asked[i], 100);
        assert_int_equal(request(&m, 4000, asked[i] != RDL_TIME_BOTH, false),
                         4000);
        assert_int_equal(request(&m, 4000, false, false), 4000);
        assert_false(m.any);
        assert_int_equal(m.early, 0);
    }
    rdl_time_mode_make(&m, RDL_TIME_ANY, 100);
    request(&m, 10, true, false);
    assert_int_equal(m.idle, 0);
    assert_int_equal(m.early, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_over_when_half_covered_nothing_new),
        cmocka_unit_test(has_limits),
        cmocka_unit_test(stays_where_it_makes_no_difference),
    };
    int failed;

    shared = calloc(1, sizeof(*shared));
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(shared);
    return failed;
}
