/* panel.c - the live line fits the terminal, whatever its width, and tells the
 * time that is left. */
#include "report/panel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define SECOND UINT64_C(1000000000)

static const struct rdl_panel_view usual = {
    .executions = 2500,
    .steps = 1234567,
    .elapsed_ns = 10 * SECOND,
    .most_executions = 10000,
    .most_ns = 3600 * SECOND,
};

static void the_nearer_bound_tells_the_time_left(void **unused)
{
    struct rdl_panel_view view = usual;
    char line[RDL_PANEL_SIZE];

    (void)unused;
    rdl_panel_format(&view, 80, line);
    assert_string_equal(line, "[#####...............] 2500 executions  250/s  "
                              "1.2M steps  0 findings  30 s left");
    view.most_ns = 20 * SECOND;
    view.findings = 1;
    rdl_panel_format(&view, 79, line);
    assert_string_equal(line, "[##########..........] 2500 executions  250/s  "
                              "1.2M steps  1 finding  10 s left");
}

static void a_narrow_terminal_gets_what_matters_most(void **unused)
{
    static const struct {
        size_t width;
        const char *line;
    } cases[] = {
        { 119, "[##########..............................] 2500 executions  "
               "250/s  1.2M steps  0 findings  30 s left" },
        { 79, "[####...............] 2500 executions  250/s  1.2M steps  "
              "0 findings  30 s left" },
        { 68, "[##......] 2500 executions  250/s  1.2M steps  "
              "0 findings  30 s left" },
        { 67, "2500 executions  250/s  1.2M steps  0 findings  30 s left" },
        { 57, "2500 executions  250/s  1.2M steps  0 findings  30 s left" },
        { 56, "2500 executions  250/s  0 findings  30 s left" },
        { 44, "2500 executions  0 findings  30 s left" },
        { 37, "2500 executions  0 findings" },
        { 26, "0 findings" },
        { 10, "0 findings" },
        { 4, "0 fi" },
        { 0, "" },
    };
    char line[RDL_PANEL_SIZE];

    (void)unused;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        rdl_panel_format(&usual, cases[i].width, line);
        assert_string_equal(line, cases[i].line);
    }
}

static void no_width_is_exceeded(void **unused)
{
    const struct rdl_panel_view large = {
        .executions = UINT64_MAX,
        .steps = UINT64_MAX,
        .findings = SIZE_MAX,
        .elapsed_ns = UINT64_MAX,
        .most_ns = UINT64_MAX,
    };
    const struct rdl_panel_view *const views[] = { &usual, &large };
    char line[RDL_PANEL_SIZE];

    (void)unused;
    for (int i = 0; i < 2; i++) {
        for (size_t width = 0; width < 2 * RDL_PANEL_SIZE; width++) {
            rdl_panel_format(views[i], width, line);
            assert_in_range(strlen(line), 0, width);
            if (width >= strlen("18446744073709551615 findings"))
                assert_non_null(strstr(line, "finding"));
        }
    }
}

static void nothing_known_is_no_division_by_nothing(void **unused)
{
    const struct rdl_panel_view view = { .executions = 0 };
    char line[RDL_PANEL_SIZE];

    (void)unused;
    rdl_panel_format(&view, 69, line);
    assert_string_equal(line, "[....................] 0 executions  0/s  "
                              "0 steps  0 findings  ? left");
}

static void large_numbers_stay_short(void **unused)
{
    const struct rdl_panel_view view = {
        .executions = 999999999,
        .steps = UINT64_MAX,
        .findings = 99,
        .elapsed_ns = 86400 * SECOND,
        .most_ns = 7 * 86400 * SECOND,
    };
    char line[RDL_PANEL_SIZE];

    (void)unused;
    rdl_panel_format(&view, 100, line);
    assert_non_null(strstr(line, "18.4E steps"));
    assert_non_null(strstr(line, "144.0 h left"));
}

static void an_exploration_has_an_order_of_magnitude(void **unused)
{
    struct rdl_panel_view view = {
        .executions = 1000,
        .steps = 50000,
        .elapsed_ns = 10 * SECOND,
        .total = 31000,
        .least = 1200,
    };
    char line[RDL_PANEL_SIZE];

    (void)unused;
    rdl_panel_format(&view, 100, line); /* 300 s more */
    assert_non_null(strstr(line, "1000 executions  100/s  at least 1.2k  "
                                 "0 findings  minutes left"));
    view.total = 3000000; /* 8 hours */
    rdl_panel_format(&view, 100, line);
    assert_non_null(strstr(line, "hours left"));
    view.total = 900; /* it was too small */
    rdl_panel_format(&view, 100, line);
    assert_non_null(strstr(line, "seconds left"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearer_bound_tells_the_time_left),
        cmocka_unit_test(a_narrow_terminal_gets_what_matters_most),
        cmocka_unit_test(no_width_is_exceeded),
        cmocka_unit_test(nothing_known_is_no_division_by_nothing),
        cmocka_unit_test(large_numbers_stay_short),
        cmocka_unit_test(an_exploration_has_an_order_of_magnitude),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
