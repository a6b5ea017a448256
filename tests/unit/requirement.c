/* requirement.c - requirements as people read them: places of this very
 * program, in an order that does not depend on numbers, within 80 columns. */
#include "report/coverage/requirement.h"

#include "modules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct rdl_module modules[RDL_MAX_MODULES];

#define HERE ((uintptr_t)__builtin_return_address(0))

static volatile uintptr_t noted;

static __attribute__((noinline)) void note(void)
{
    noted = HERE;
}

static __attribute__((noinline)) unsigned early(void)
{
    unsigned line = __LINE__ + 1;
    note();
    return line + (noted == 0); /* no tail call */
}

static __attribute__((noinline)) unsigned
late_with_a_name_so_long_that_two_do_not_fit_into_one_line(void)
{
    unsigned line = __LINE__ + 1;
    note();
    return line + (noted == 0);
}

#define late late_with_a_name_so_long_that_two_do_not_fit_into_one_line

struct two {
    struct rdl_listing *l;
    unsigned early, late; /* lines */
};

/* Locations: `early` and `late`, under the given numbers, in the same module
 * numbered 3; the second `early` is one byte further on the same line. */
static struct two listing(uint32_t early_number, uint32_t early_again,
                          uint32_t late_number, bool usable)
{
    size_t n = test_modules_read(modules);
    struct two t = { .l = rdl_listing_new() };
    const struct rdl_module *own = NULL;
    uintptr_t first;

    t.early = early();
    first = noted;
    for (size_t i = 0; i < n; i++) {
        if (first >= modules[i].start && first < modules[i].end)
            own = &modules[i];
    }
    assert_non_null(own);
    rdl_listing_module(t.l, 3, own->path, own->build_id, own->build_id_size,
                       usable);
    rdl_listing_location(t.l, early_number, 3, first - own->base);
    rdl_listing_location(t.l, early_again, 3, first - own->base - 1);
    t.late = late();
    rdl_listing_location(t.l, late_number, 3, noted - own->base);
    return t;
}

static void add(struct rdl_listing *l, unsigned metric, uint32_t l1,
                uint32_t l2, bool estimated, bool covered)
{
    const struct rdl_listed r = {
        .metric = metric,
        .l1 = l1,
        .l2 = l2,
        .estimated = estimated,
        .covered = covered,
        .execution = 7,
        .seconds = covered ? 1.5 : -1,
    };

    rdl_listing_add(l, &r);
}

static char *printed(struct rdl_listing *l, const struct rdl_listing_view *view)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    rdl_listing_print(out, l, view);
    fclose(out);
    return text;
}

static const struct rdl_listing_view all = { .metrics = RDL_ALL_METRICS,
                                             .all = true };

static void fill(const struct two *t, uint32_t a, uint32_t again, uint32_t b)
{
    add(t->l, RDL_METRIC_sync_pair, b, a, true, false);
    add(t->l, RDL_METRIC_sync_pair, a, a, false, true);
    add(t->l, RDL_METRIC_sync_pair, again, a, true, true);
    add(t->l, RDL_METRIC_sync_pair, a, again, true, true);
    add(t->l, RDL_METRIC_lr_def, RDL_LOC_OTHER, a, true, false);
    add(t->l, RDL_METRIC_lr_def, RDL_LOC_OWN, a, true, true);
    add(t->l, RDL_METRIC_blocked, RDL_LOC_NONE, b, true, false);
    add(t->l, RDL_METRIC_reads_from, RDL_LOC_NONE, a, true, true);
}

#define EARLY "tests/unit/requirement.c:%u:5 (early)"
#define LATE                                                                   \
    "tests/unit/requirement.c:%u:5 "                                           \
    "(late_with_a_name_so_long_that_two_do_not_fit_into_one_line)"

static void by_metric_state_and_line(void **unused)
{
    struct two t = listing(4, 5, 6, true);
    char expected[2000], *text;

    (void)unused;
    fill(&t, 4, 5, 6);
    snprintf(expected, sizeof(expected),
             "\nblocked\n"
             "  uncovered  " LATE "\n"
             "\nsync-pair\n"
             "  covered    " EARLY " -> " EARLY ", 2 in machine code\n"
             "  unexpected " EARLY " -> " EARLY "\n"
             "  uncovered  " LATE " -> " EARLY "\n"
             "\nlr-def\n"
             "  covered    " EARLY " reads from its own thread\n"
             "  uncovered  " EARLY " reads from another thread\n"
             "\nreads-from\n"
             "  covered    the beginning -> " EARLY "\n",
             t.late, t.early, t.early, t.early, t.early, t.late, t.early,
             t.early, t.early, t.early);
    text = printed(t.l, &all);
    assert_string_equal(text, expected);
    free(text);
    rdl_listing_free(t.l);
}

/* Within 80 columns, what is uncovered first, the rest counted. */
static void the_first_few_fill_a_screen(void **unused)
{
    const struct rdl_listing_view few = { .metrics = RDL_ALL_METRICS };
    struct two t = listing(4, 5, 6, true);
    char expected[2000], *text;

    (void)unused;
    fill(&t, 4, 5, 6);
    for (unsigned i = 0; i < 30; i++) /* a metric of one line each time */
        add(t.l, RDL_METRIC_def_use, 7 + i, 4, false, true);
    snprintf(expected, sizeof(expected),
             "\nblocked\n"
             "  uncovered  tests/unit/requirement.c:%u:5\n"
             "               (late_with_a_name_so_long_that_two_do_not_"
             "fit_into_one_line)\n"
             "\nsync-pair\n"
             "  uncovered  tests/unit/requirement.c:%u:5\n"
             "               (late_with_a_name_so_long_that_two_do_not_"
             "fit_into_one_line) ->\n"
             "               " EARLY "\n"
             "  unexpected " EARLY " ->\n"
             "               " EARLY "\n"
             "  covered    " EARLY " ->\n"
             "               " EARLY ", 2 in machine code\n"
             "\nlr-def\n"
             "  uncovered  " EARLY " reads from another thread\n"
             "  covered    " EARLY " reads from its own thread\n"
             "\ndef-use\n"
             "  unexpected ? -> " EARLY ", 30 in machine code\n"
             "\nreads-from\n"
             "  covered    the beginning -> " EARLY "\n",
             t.late, t.late, t.early, t.early, t.early, t.early, t.early,
             t.early, t.early, t.early, t.early);
    text = printed(t.l, &few);
    assert_string_equal(text, expected);
    for (char *line = strtok(text, "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        if (strlen(line) > 80)
            fail_msg("wider than 80: %s", line);
    }
    free(text);
    rdl_listing_free(t.l);
}

static void what_does_not_fit_is_counted(void **unused)
{
    struct rdl_listing_view few = { .metrics = RDL_METRIC_BIT(def_use) };
    struct rdl_listing *l = rdl_listing_new();
    size_t lines = 0;
    char *text;

    (void)unused;
    for (unsigned i = 0; i < 50; i++) {
        rdl_listing_location(l, RDL_LOC_FIRST + i, 200, 0x1000 + i);
        add(l, RDL_METRIC_def_use, RDL_LOC_FIRST + i, RDL_LOC_FIRST + i,
            i % 10 == 0, i % 10 != 0);
    }
    text = printed(l, &few);
    for (const char *c = text; *c != '\0'; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 2 + 20 + 1);
    assert_non_null(strstr(text, "\n  ... 30 more (--all)\n"));
    assert_non_null(strstr(text, "  uncovered  0x1028 -> 0x1028\n"));
    free(text);
    few.uncovered = true;
    text = printed(l, &few);
    assert_null(strstr(text, "more (--all)"));
    free(text);
    rdl_listing_free(l);
}

static void numbers_do_not_matter(void **unused)
{
    struct two a = listing(4, 5, 6, true), b = listing(900, 17, 5, true);
    char *x, *y;

    (void)unused;
    fill(&a, 4, 5, 6);
    fill(&b, 900, 17, 5);
    x = printed(a.l, &all);
    y = printed(b.l, &all);
    assert_string_equal(x, y);
    free(x);
    free(y);
    rdl_listing_free(a.l);
    rdl_listing_free(b.l);
}

static void views_leave_out(void **unused)
{
    const struct rdl_listing_view uncovered = { .metrics = RDL_ALL_METRICS,
                                                .uncovered = true,
                                                .all = true };
    const struct rdl_listing_view one = { .metrics = RDL_METRIC_BIT(lr_def),
                                          .all = true };
    struct two t = listing(4, 5, 6, true);
    size_t n[RDL_N_LISTED];
    char *text;

    (void)unused;
    fill(&t, 4, 5, 6);
    text = printed(t.l, &uncovered);
    assert_null(strstr(text, "  covered"));
    assert_null(strstr(text, "unexpected"));
    assert_null(strstr(text, "reads-from"));
    assert_non_null(strstr(text, "  uncovered"));
    free(text);
    text = printed(t.l, &one);
    assert_true(strncmp(text, "\nlr-def\n", 8) == 0);
    assert_null(strstr(text, "sync-pair"));
    free(text);
    rdl_listing_count(t.l, RDL_METRIC_BIT(sync_pair), n);
    assert_int_equal(n[RDL_LISTED_COVERED], 2);
    assert_int_equal(n[RDL_LISTED_UNCOVERED], 1);
    assert_int_equal(n[RDL_LISTED_UNEXPECTED], 1);
    rdl_listing_free(t.l);
}

static void totals_add_up(void **unused)
{
    struct two t = listing(4, 5, 6, true);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)unused;
    fill(&t, 4, 5, 6);
    rdl_listing_totals(out, t.l, RDL_METRIC_BIT(sync_pair),
                       "sync-pair+def-use");
    fclose(out);
    assert_string_equal(
        text,
        "metric                 estimated   covered  uncovered  unexpected\n"
        "sync-pair                      3         3          1           1\n"
        "sync-pair+def-use              3         3          1           1\n");
    free(text);
    rdl_listing_free(t.l);
}

/* A file that changed has no lines to be shown. */
static void what_is_not_usable_has_offsets(void **unused)
{
    struct two t = listing(4, 5, 6, false);
    char *text;

    (void)unused;
    fill(&t, 4, 5, 6);
    /* A location nobody ever named, and one of a module nobody knows. */
    add(t.l, RDL_METRIC_blocking, RDL_LOC_NONE, 77, true, false);
    rdl_listing_location(t.l, 78, 200, 0x1234);
    add(t.l, RDL_METRIC_blocking, RDL_LOC_NONE, 78, true, false);
    text = printed(t.l, &all);
    assert_null(strstr(text, "requirement.c"));
    assert_non_null(strstr(text, "requirement+0x"));
    assert_non_null(strstr(text, "  uncovered  ?\n"));
    assert_non_null(strstr(text, "  uncovered  0x1234\n"));
    free(text);
    rdl_listing_free(t.l);
}

static void machines_get_every_one(void **unused)
{
    struct two t = listing(4, 5, 6, true);
    json_t *array, *r, *totals;

    (void)unused;
    fill(&t, 4, 5, 6);
    array = rdl_listing_json(t.l, &all);
    assert_int_equal(json_array_size(array), 8);
    r = json_array_get(array, 0);
    assert_string_equal(json_string_value(json_object_get(r, "metric")),
                        "blocked");
    assert_string_equal(json_string_value(json_object_get(r, "state")),
                        "uncovered");
    assert_true(json_is_null(json_object_get(r, "first")));
    assert_true(json_is_null(json_object_get(r, "execution")));
    assert_int_equal(json_integer_value(
                         json_object_get(json_object_get(r, "second"), "line")),
                     t.late);
    r = json_array_get(array, 5);
    assert_string_equal(json_string_value(json_object_get(r, "side")), "own");
    assert_int_equal(json_integer_value(json_object_get(r, "execution")), 7);
    assert_true(json_real_value(json_object_get(r, "seconds")) == 1.5);
    json_decref(array);
    totals = rdl_listing_json_totals(t.l, RDL_ALL_METRICS);
    r = json_object_get(totals, "sync-pair");
    assert_int_equal(json_integer_value(json_object_get(r, "estimated")), 3);
    assert_int_equal(json_integer_value(json_object_get(r, "covered")), 3);
    assert_int_equal(json_integer_value(json_object_get(r, "unexpected")), 1);
    json_decref(totals);
    rdl_listing_free(t.l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_metric_state_and_line),
        cmocka_unit_test(the_first_few_fill_a_screen),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(numbers_do_not_matter),
        cmocka_unit_test(views_leave_out),
        cmocka_unit_test(totals_add_up),
        cmocka_unit_test(what_is_not_usable_has_offsets),
        cmocka_unit_test(machines_get_every_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
