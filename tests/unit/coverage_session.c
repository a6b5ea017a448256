/* coverage_session.c - how many executions a campaign observes. */
#include "campaign/coverage/coverage_session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Whatever --observe says: what is too large is observed less often. */
static void large_executions_are_observed_less_often(void **state)
{
    struct rdl_coverage_session o = { .fd = -1 };
    struct rdl_error error = { 0 };

    (void)state;
    assert_true(rdl_coverage_session_make(
        &o, rdl_metrics_named(RDL_METRICS_DEFAULT), 0, 1, 10, &error));
    assert_true(rdl_coverage_session_wanted(&o));
    o.summaries = RDL_OBSERVED_SUMMARIES - 1;
    assert_true(rdl_coverage_session_wanted(&o));
    o.summaries = RDL_OBSERVED_SUMMARIES;
    assert_false(rdl_coverage_session_wanted(&o));
    o.summaries = 0;
    o.events = RDL_OBSERVED_EVENTS;
    assert_false(rdl_coverage_session_wanted(&o));
    o.events = 0;
    o.observed = 10;
    assert_false(rdl_coverage_session_wanted(&o));
    rdl_coverage_session_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_executions_are_observed_less_often),
    };

    return cmocka_run_group_tests_name("coverage_session", tests, NULL, NULL);
}
