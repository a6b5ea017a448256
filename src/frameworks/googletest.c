/* googletest.c - GoogleTest: a line "FILE:LINE: Failure", then what was
 * expected, up to a line in brackets or an empty one.
 *
 *     queue_test.cc:40: Failure
 *     Expected equality of these values:
 *       size
 *         Which is: 1
 *       2
 */
#include "frameworks/lines.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static const char *googletest_failure(const char *output,
                                      struct rdl_failure *out)
{
    static const char failure[] = ": Failure", nowhere[] = "unknown file";
    struct rdl_line l, rest, which;
    const char *at = output, *found = NULL;

    while (found == NULL && rdl_line_next(&at, &l)) {
        if (rdl_line_ends(l, failure) &&
            (rdl_line_place(l, failure, out, &rest) ||
             rdl_line_begins(l, nowhere)))
            found = l.at;
    }
    while (found != NULL && rdl_line_next(&at, &l) && l.n > 0 &&
           l.at[0] != '[' && !rdl_line_ends(l, failure)) {
        if (rdl_line_after(l, "Which is: ", &which)) {
            rdl_failure_add(out, " (which is ", which);
            rdl_failure_add(out, "", (struct rdl_line){ ")", 1 });
        } else {
            rdl_failure_join(out, l);
        }
    }
    return found;
}

/* Without "  # TypeParam = int". */
static struct rdl_line googletest_name(struct rdl_line l)
{
    struct rdl_line comment;

    if (rdl_line_after(l, "  # ", &comment))
        l.n = (size_t)(comment.at - l.at) - (sizeof("  # ") - 1);
    return rdl_line_trim(l);
}

static bool googletest_disabled(struct rdl_line l)
{
    struct rdl_line rest;

    return rdl_line_after(l, "DISABLED_", &rest);
}

/* "Suite.", then its cases, indented. */
static void googletest_cases(const char *output, struct rdl_case_names *out)
{
    struct rdl_line l, name, suite = { "", 0 };

    while (rdl_line_next(&output, &l)) {
        name = googletest_name(l);
        if (!rdl_line_begins(l, "  ")) {
            suite = name;
            if (!rdl_line_ends(suite, "."))
                suite.n = 0;
        } else if (suite.n > 0 && name.n > 0 && !googletest_disabled(suite) &&
                   !googletest_disabled(name)) {
            char *full = rdl_format("%.*s%.*s", (int)suite.n, suite.at,
                                    (int)name.n, name.at);

            rdl_case_names_add(out, full, strlen(full));
            free(full);
        }
    }
}

static void googletest_choose(const char *name, struct rdl_case_choice *out)
{
    out->arguments[out->n_arguments++] = rdl_format("--gtest_filter=%s", name);
}

static const struct rdl_suite googletest_suite = {
    .marks = { "gtest_list_tests", "_ZN7testing8UnitTest" },
    .list = { .n_arguments = 1, .arguments = { "--gtest_list_tests" } },
    .cases = googletest_cases,
    .choose = googletest_choose,
};

const struct rdl_framework rdl_framework_googletest = {
    .name = "GoogleTest",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = googletest_failure,
    .suite = &googletest_suite,
};
