/* totals.c - the sums of two campaigns, reported as one. */
#include "campaign/totals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void the_earlier_one_is_added(void **state)
{
    const struct rdl_totals earlier = {
        .executions = 10,
        .steps = 100,
        .cut = 3,
        .late = 2,
        .disabled = { 0, 4 },
        .lost = 1,
        .unfinished_ns = 900,
        .threads = 2,
        .first_hash = 77,
    };
    struct rdl_totals t = {
        .executions = 5,
        .steps = 50,
        .cut = 1,
        .late = 1,
        .disabled = { 0, 1 },
        .unfinished_ns = 800,
        .threads = 3,
        .deterministic = true,
        .first_hash = 88,
    };

    (void)state;
    rdl_totals_merge(&t, &earlier);
    assert_int_equal(t.executions, 15);
    assert_int_equal(t.steps, 150);
    assert_int_equal(t.cut, 4);
    assert_int_equal(t.late, 3);
    assert_int_equal(t.disabled[1], 5);
    assert_int_equal(t.lost, 1);
    assert_int_equal(t.unfinished_ns, 900);
    assert_int_equal(t.threads, 3);
    assert_int_equal(t.first_hash, 77);
    assert_false(t.deterministic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_earlier_one_is_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
