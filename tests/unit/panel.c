/* panel.c - the live line fits a terminal and tells the time that is left. */
#include "report/panel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define SECOND UINT64_C(1000000000)

static void the_nearer_bound_tells_the_time_left(void **unused)
{
    char line[256];
    struct rdl_panel_view view = {
        .executions = 2500,
        .steps = 1234567,
        .elapsed_ns = 10 * SECOND,
        .most_executions = 10000,
        .most_ns = 3600 * SECOND,
    };

    (void)unused;
    rdl_panel_format(&view, line, sizeof(line));
    assert_string_equal(line, "[#####...............] 2500 executions  250/s  "
                              "1.2M steps  0 findings  30 s left");
    view.most_ns = 20 * SECOND;
    view.findings = 1;
    rdl_panel_format(&view, line, sizeof(line));
    assert_string_equal(line, "[##########..........] 2500 executions  250/s  "
                              "1.2M steps  1 finding  10 s left");
}

static void nothing_known_is_no_division_by_nothing(void **unused)
{
    char line[256];
    const struct rdl_panel_view view = { .executions = 0 };

    (void)unused;
    rdl_panel_format(&view, line, sizeof(line));
    assert_string_equal(line, "[....................] 0 executions  0/s  "
                              "0 steps  0 findings  ? left");
}

static void large_numbers_stay_short(void **unused)
{
    char line[256];
    const struct rdl_panel_view view = {
        .executions = 999999999,
        .steps = UINT64_MAX,
        .findings = 99,
        .elapsed_ns = 86400 * SECOND,
        .most_ns = 7 * 86400 * SECOND,
    };

    (void)unused;
    rdl_panel_format(&view, line, sizeof(line));
    assert_non_null(strstr(line, "18.4E steps"));
    assert_non_null(strstr(line, "144.0 h left"));
    assert_in_range(strlen(line), 1, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearer_bound_tells_the_time_left),
        cmocka_unit_test(nothing_known_is_no_division_by_nothing),
        cmocka_unit_test(large_numbers_stay_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
