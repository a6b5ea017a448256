/* frameworks.c - what each framework prints about a failed expectation, and
 * what raddle makes of it.  The outputs are those of the real frameworks. */
#include "frameworks/framework.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct sample {
    const char *by; /* NULL: nobody */
    const char *kind, *output;
    const char *file;
    unsigned line;
    const char *text;
};

static const struct sample samples[] = {
    { "GoogleTest", "exit-status",
      "[ RUN      ] Counter.Racy\n"
      "g.cc:4: Failure\n"
      "Expected equality of these values:\n"
      "  counter\n"
      "    Which is: 1\n"
      "  2\n"
      "[  FAILED  ] Counter.Racy (0 ms)\n"
      "g.cc:9: Failure\nlater\n",
      "g.cc", 4, "Expected equality of these values: counter (which is 1), 2" },
    { "GoogleTest", "exit-status",
      "/src/a b/t.cc:17: Failure\n"
      "Value of: ready()\n"
      "  Actual: false\n"
      "Expected: true\n"
      "[  FAILED  ] A.B (0 ms)\n",
      "/src/a b/t.cc", 17, "Value of: ready(), Actual: false, Expected: true" },
    { "GoogleTest", "exit-status",
      "unknown file: Failure\n"
      "C++ exception with description \"boom\" thrown in the test body.\n",
      "", 0,
      "C++ exception with description \"boom\" thrown in the test body." },
    { "Catch2", "exit-status",
      "c2.cc:5\n....\n\n"
      "c2.cc:5: FAILED:\n"
      "  REQUIRE( counter == 2 )\n"
      "with expansion:\n"
      "  1 == 2\n"
      "\n"
      "test cases: 3 | 2 passed | 1 failed\n",
      "c2.cc", 5, "REQUIRE( counter == 2 ): 1 == 2" },
    { "Catch2", "exit-status",
      "t.cc:8: FAILED:\n"
      "due to unexpected exception with message:\n"
      "  boom\n\n",
      "t.cc", 8, "due to unexpected exception with message: boom" },
    { "doctest", "exit-status",
      "d.cc:5:\nTEST CASE:  counter, racy\n\n"
      "d.cc:5: ERROR: CHECK( counter == 2 ) is NOT correct!\n"
      "  values: CHECK( 1 == 2 )\n",
      "d.cc", 5, "CHECK( counter == 2 ): 1 == 2" },
    { "doctest", "exit-status",
      "d.cc:7: FATAL ERROR: test case THREW exception: boom\n", "d.cc", 7,
      "test case THREW exception: boom" },
    { "GLib", "abort",
      "ok 1 /alone\n**\n"
      "ERROR:gl.c:4:t_racy: assertion failed (counter == 2): (1 == 2)\n"
      "Bail out! ERROR:gl.c:4:t_racy: assertion failed (counter == 2): "
      "(1 == 2)\n",
      "gl.c", 4, "(counter == 2): (1 == 2)" },
    { "GLib", "abort",
      "GLib-GIO:ERROR:../gio/x.c:40:f: assertion failed: (done)\n",
      "../gio/x.c", 40, "(done)" },
    { "GLib", "abort", "**\nERROR:gl.c:7:f: 'p' should not be NULL\n", "gl.c",
      7, "'p' should not be NULL" },
    { "Check", "exit-status",
      "66%: Checks: 3, Failures: 1, Errors: 0\n"
      "ck.c:4:F:racy:t_racy:0: Assertion 'counter == 2' failed: counter == 1, "
      "2 == 2\n",
      "ck.c", 4, "counter == 2: counter == 1, 2 == 2" },
    { "Check", "exit-status", "ck.c:8:F:a:t:0: nobody came\n", "ck.c", 8,
      "nobody came" },
    { "cmocka", "exit-status",
      "[ RUN      ] t_racy\n"
      "[  ERROR   ] --- 0x1 != 0x2\n"
      "[   LINE   ] --- cm.c:8: error: Failure!\n"
      "[  FAILED  ] t_racy\n",
      "cm.c", 8, "0x1 != 0x2" },
    { "cmocka", "abort",
      "[ RUN      ] t_racy\n0x1 != 0x2\n"
      "[   LINE   ] --- cm.c:8: error: Failure!\n",
      "cm.c", 8, "0x1 != 0x2" },
    { "cmocka", "abort",
      "[ RUN      ] t\n[   LINE   ] --- cm.c:8: error: Failure!\n", "cm.c", 8,
      "Failure!" },
    { "Criterion", "exit-status",
      "[----] cr.c:4: Assertion Failed\n"
      "[----]   \n"
      "[----]   The expression (counter) == (3) is false.\n"
      "[----]   \n"
      "[FAIL] counter::racy: (0.00s)\n",
      "cr.c", 4, "The expression (counter) == (3) is false." },
    { "Unity", "exit-status",
      "u.c:9:test_safe:PASS\nu.c:12:test_racy:FAIL: Expected 2 Was 1\n", "u.c",
      12, "Expected 2 Was 1" },
    { "Unity", "exit-status", "u.c:12:test_racy:FAIL\n", "u.c", 12,
      "test_racy" },
    { "C++", "cpp-terminate",
      "terminate called after throwing an instance of 'ns::Closed'\n"
      "  what():  queue closed\n",
      "", 0, "uncaught exception of type ns::Closed: queue closed" },
    { "C++", "cpp-terminate",
      "libc++abi: terminating due to uncaught exception of type "
      "std::runtime_error: boom\n",
      "", 0, "uncaught exception of type std::runtime_error: boom" },
    /* The first in the output counts. */
    { "GLib", "exit-status",
      "ERROR:a.c:1:f: assertion failed: (x)\n[   LINE   ] --- b.c:2: error: "
      "Failure!\n",
      "a.c", 1, "(x)" },
    /* A finding that is not vague keeps its words; so does one that the output
     * says nothing about. */
    { NULL, "assertion", "a.cc:1: Failure\nx\n", NULL, 0, NULL },
    { NULL, "cpp-terminate", "a.cc:1: Failure\nx\n", NULL, 0, NULL },
    { NULL, "exit-status", "terminate called after throwing an instance of 'X'",
      NULL, 0, NULL },
    { NULL, "exit-status", "", NULL, 0, NULL },
    { NULL, "exit-status", ": Failure\n:7: Failure\na:: Failure\nx:0: Failure",
      NULL, 0, NULL },
    { NULL, "exit-status", "2026-11-18 12:00:00 ERROR: disk full\n", NULL, 0,
      NULL },
};

static void every_output_is_understood(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        const struct sample *s = &samples[i];
        struct rdl_failure f;
        const struct rdl_framework *by =
            rdl_framework_explains(s->kind, s->output, &f);

        if (s->by == NULL) {
            assert_null(by);
            continue;
        }
        assert_non_null(by);
        assert_string_equal(by->name, s->by);
        assert_string_equal(f.file, s->file);
        assert_int_equal(f.line, s->line);
        assert_string_equal(f.text, s->text);
    }
}

/* Cut anywhere, and with any byte changed, no output is too much. */
static void damaged_outputs_are_survived(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        const size_t n = strlen(samples[i].output);

        for (size_t cut = 0; cut < 2 * n; cut++) {
            char *output = strdup(samples[i].output);
            struct rdl_failure f;

            if (cut < n)
                output[cut] = '\0';
            else
                output[cut - n] = '\n';
            rdl_framework_explains(samples[i].kind, output, &f);
            free(output);
        }
    }
}

/* 300 folders of one letter: the last of them, whole, fit into 127 bytes. */
static void a_long_path_loses_its_first_folders(void **state)
{
    char output[1024] = "", *at = output;
    struct rdl_failure f;

    (void)state;
    for (int i = 0; i < 300; i++)
        at = stpcpy(at, "d/");
    strcpy(at, "t.cc:4: Failure\nx\n");
    assert_non_null(rdl_framework_explains("exit-status", output, &f));
    assert_int_equal(f.line, 4);
    assert_int_equal(strlen(f.file), 126);
    assert_string_equal(f.file + 126 - strlen("d/t.cc"), "d/t.cc");
    assert_int_equal(f.file[0], 'd');
}

struct listing {
    const char *by, *output;
    const char *names[4];
    const char *arguments[3], *variables[4]; /* that choose the first */
};

static const struct listing listings[] = {
    { "GoogleTest",
      "Running main() from gtest_main.cc\n"
      "Counter.\n  Safe\n  DISABLED_Off\n"
      "Typed/0.  # TypeParam = int\n  Does\n"
      "DISABLED_All.\n  One\n"
      "All/P.\n  Works/0  # GetParam() = 4\n",
      { "Counter.Safe", "Typed/0.Does", "All/P.Works/0" },
      { "--gtest_filter=Counter.Safe" },
      { NULL } },
    { "Catch2",
      "a, \"b\" [c]\nother\n",
      { "a, \"b\" [c]", "other" },
      { "a\\, \\\"b\\\" \\[c\\]" },
      { NULL } },
    { "doctest",
      "[doctest] listing all test case names\n=====\na, b\nc\n=====\n"
      "[doctest] unskipped test cases passing the current filters: 2\n",
      { "a, b", "c" },
      { "--test-case=a? b" },
      { NULL } },
    { "GLib",
      "# random seed: R02S\n1..2\n/alone\n# Start of counter tests\n"
      "/counter/safe\n",
      { "/alone", "/counter/safe" },
      { "-p", "/alone" },
      { NULL } },
    { "Check",
      "<title>a &amp; b</title>\n<description>one</description>\n"
      "<description>one</description>\n<description>two</description>\n"
      "<title>c</title>\n  <description>one</description>\n",
      { "a & b/one", "a & b/two", "c/one" },
      { NULL },
      { "CK_FORK=no", "CK_RUN_SUITE=a & b", "CK_RUN_CASE=one" } },
    { "cmocka",
      "1..2\nok 1 - t_a\nnot ok 2 - t_b\n# not ok - tests\n",
      { "t_a", "t_b" },
      { "t_a" },
      { NULL } },
    { "Criterion",
      "which test case?\n  counter/safe\n  other/alone\n",
      { "counter/safe", "other/alone" },
      { "counter/safe" },
      { NULL } },
};

static const struct rdl_suite *suite_of(const char *name)
{
    const struct rdl_framework *f;

    for (size_t i = 0; (f = rdl_framework_at(i)) != NULL; i++) {
        if (strcmp(f->name, name) == 0)
            return f->suite;
    }
    return NULL;
}

static void check_texts(char *const *got, size_t n, const char *const *want)
{
    for (size_t i = 0; i < n; i++) {
        assert_non_null(want[i]);
        assert_string_equal(got[i], want[i]);
    }
    assert_null(want[n]);
}

static void every_listing_is_understood(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(listings) / sizeof(listings[0]); i++) {
        const struct listing *l = &listings[i];
        const struct rdl_suite *s = suite_of(l->by);
        struct rdl_case_names names = { .n = 0 };
        struct rdl_case_choice choice = { .n_arguments = 0 };

        assert_non_null(s);
        s->cases(l->output, &names);
        check_texts(names.all, names.n, l->names);
        s->choose(names.all[0], &choice);
        check_texts(choice.arguments, choice.n_arguments, l->arguments);
        check_texts(choice.variables, choice.n_variables, l->variables);
        rdl_case_choice_free(&choice);
        rdl_case_names_free(&names);
    }
}

/* A suite that cannot be listed says why. */
static void every_suite_is_complete(void **state)
{
    const struct rdl_framework *f;

    (void)state;
    for (size_t i = 0; (f = rdl_framework_at(i)) != NULL; i++) {
        assert_non_null(f->name);
        assert_non_null(f->failure);
        if (f->suite == NULL)
            continue;
        assert_non_null(f->suite->marks[0]);
        assert_true((f->suite->cases == NULL) == (f->suite->choose == NULL));
        if (f->suite->cases == NULL || f->suite->needs != NULL)
            assert_non_null(f->suite->cannot);
    }
}

/* This test has the marks of all. */
static void the_framework_is_recognised(void **state)
{
    bool able;
    const struct rdl_framework *f = rdl_framework_of("/proc/self/exe", &able);

    (void)state;
    assert_non_null(f);
    assert_null(rdl_framework_of("/", &able));
    assert_null(rdl_framework_of("/no/such/file", &able));
    assert_null(rdl_framework_of("/bin/true", &able));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_output_is_understood),
        cmocka_unit_test(damaged_outputs_are_survived),
        cmocka_unit_test(a_long_path_loses_its_first_folders),
        cmocka_unit_test(every_listing_is_understood),
        cmocka_unit_test(every_suite_is_complete),
        cmocka_unit_test(the_framework_is_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
