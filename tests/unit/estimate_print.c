/* estimate_print.c - what raddle estimate says about a coverage memory, to
 * people and to machines, word for word. */
#include "report/coverage/estimate_print.h"

#include "coverage/estimate/estimate.h"
#include "coverage_setup.h"

#include <jansson.h>

static char *no_arguments[] = { NULL };
static char *two_arguments[] = { "a", "b c", NULL };

/* Fig. 2 of Hong et al., ISSTA 2012, of which one order was met; and a read
 * that nobody expected. */
static struct setup *observed(void)
{
    static const char figure[] = "1Lm@5 1Hm@5 1Um@6 1Lm@7 1Hm@7 1Um@8 2Lm@13 "
                                 "2Hm@13 2Um@14 2Lm@15 2Hm@15 2Um@16";
    struct setup *s = setup();
    struct rdl_event events[32];
    size_t n = parse(figure, events, 32);
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);

    rdl_coverage_module(s->memory, &s->coverage->participant, "/no/such/lib.so",
                        NULL, 0);
    rdl_coverage_module(s->memory, &s->coverage->participant, "/no/such/prog",
                        NULL, 0);
    run(s, figure);
    assert_int_equal(rdl_estimate_trace(e, events, n), 0);
    rdl_estimate_free(e);
    run(s, "1Wx@20 2Rx@21");
    return s;
}

static struct rdl_estimate_view view_of(const struct setup *s)
{
    return (struct rdl_estimate_view){
        .program = "./prog",
        .arguments = no_arguments,
        .executions = 4,
        .seconds = 0.25,
        .coverage = s->coverage,
        .metrics = RDL_METRIC_BIT(sync_pair) | RDL_METRIC_BIT(def_use),
    };
}

static char *printed(const struct rdl_estimate_view *view)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    rdl_estimate_print(out, view);
    fclose(out);
    return text;
}

static void expect(const struct rdl_estimate_view *view, const char *expected)
{
    char *text = printed(view);

    assert_string_equal(text, expected);
    free(text);
}

static void the_first_few_are_a_screen(void **state)
{
    struct setup *s = observed();
    struct rdl_estimate_view view = view_of(s);

    (void)state;
    expect(&view,
           "./prog: estimated in 0.2 s from 4 executions that were observed\n"
           "metric                 estimated   covered  uncovered  unexpected\n"
           "sync-pair                     10         3          7           0\n"
           "def-use                        0         1          0           1\n"
           "\n"
           "sync-pair\n"
           "  uncovered  prog+0x400005 -> prog+0x40000d\n"
           "  uncovered  prog+0x400005 -> prog+0x40000f\n"
           "  uncovered  prog+0x400007 -> prog+0x40000f\n"
           "  uncovered  prog+0x40000d -> prog+0x400005\n"
           "  uncovered  prog+0x40000d -> prog+0x400007\n"
           "  uncovered  prog+0x40000f -> prog+0x400005\n"
           "  uncovered  prog+0x40000f -> prog+0x400007\n"
           "  covered    prog+0x400005 -> prog+0x400007\n"
           "  covered    prog+0x400007 -> prog+0x40000d\n"
           "  covered    prog+0x40000d -> prog+0x40000f\n"
           "\n"
           "def-use\n"
           "  unexpected prog+0x400014 -> prog+0x400015\n");
    teardown(s);
}

static void all_are_by_place_and_one_is_one(void **state)
{
    struct setup *s = observed();
    struct rdl_estimate_view view = view_of(s);

    (void)state;
    view.all = true;
    view.executions = 1;
    view.metrics = RDL_METRIC_BIT(sync_pair);
    view.metric = "sync-pair+follows";
    expect(&view,
           "./prog: estimated in 0.2 s from 1 execution that was observed\n"
           "metric                 estimated   covered  uncovered  unexpected\n"
           "sync-pair                     10         3          7           0\n"
           "\n"
           "sync-pair\n"
           "  covered    prog+0x400005 -> prog+0x400007\n"
           "  uncovered  prog+0x400005 -> prog+0x40000d\n"
           "  uncovered  prog+0x400005 -> prog+0x40000f\n"
           "  covered    prog+0x400007 -> prog+0x40000d\n"
           "  uncovered  prog+0x400007 -> prog+0x40000f\n"
           "  uncovered  prog+0x40000d -> prog+0x400005\n"
           "  uncovered  prog+0x40000d -> prog+0x400007\n"
           "  covered    prog+0x40000d -> prog+0x40000f\n"
           "  uncovered  prog+0x40000f -> prog+0x400005\n"
           "  uncovered  prog+0x40000f -> prog+0x400007\n");
    teardown(s);
}

static void nothing_and_too_much_are_said(void **state)
{
    struct setup *s = observed();
    struct rdl_estimate_view view = view_of(s);

    (void)state;
    view.metrics = RDL_METRIC_BIT(blocked);
    view.capped = true;
    expect(&view,
           "./prog: estimated in 0.2 s from 4 executions that were observed\n"
           "metric                 estimated   covered  uncovered  unexpected\n"
           "blocked                        4         0          4           0\n"
           "more is possible than could be recorded: the counts are lower "
           "bounds\n"
           "\n"
           "blocked\n"
           "  uncovered  prog+0x400005\n"
           "  uncovered  prog+0x400007\n"
           "  uncovered  prog+0x40000d\n"
           "  uncovered  prog+0x40000f\n");
    view.metrics = RDL_METRIC_BIT(pset);
    view.capped = false;
    expect(&view,
           "./prog: estimated in 0.2 s from 4 executions that were observed\n"
           "metric                 estimated   covered  uncovered  unexpected\n"
           "pset                           0         1          0           1\n"
           "\n"
           "pset\n"
           "  unexpected prog+0x400014 -> prog+0x400015\n");
    teardown(s);
}

static void machines_get_all(void **state)
{
    struct setup *s = observed();
    struct rdl_estimate_view view = view_of(s);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    json_t *r;

    (void)state;
    view.arguments = two_arguments;
    view.capped = true;
    assert_true(rdl_estimate_json(out, &view));
    fclose(out);
    r = json_loads(text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(r, "command")),
                        "estimate");
    assert_int_equal(json_array_size(json_object_get(r, "arguments")), 2);
    assert_int_equal(json_integer_value(json_object_get(r, "executions")), 4);
    assert_true(json_is_true(json_object_get(r, "capped")));
    assert_int_equal(json_array_size(json_object_get(r, "requirements")), 11);
    assert_int_equal(json_object_size(json_object_get(r, "coverage")), 2);
    json_decref(r);
    free(text);
    teardown(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_few_are_a_screen),
        cmocka_unit_test(all_are_by_place_and_one_is_one),
        cmocka_unit_test(nothing_and_too_much_are_said),
        cmocka_unit_test(machines_get_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
