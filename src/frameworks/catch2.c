/* catch2.c - Catch2, versions 2 and 3: a line "FILE:LINE: FAILED:", then the
 * expression and its values, up to an empty line.
 *
 *     queue_test.cc:40: FAILED:
 *       REQUIRE( size == 2 )
 *     with expansion:
 *       1 == 2
 */
#include "frameworks/lines.h"

#include "util/alloc.h"

#include <string.h>

static const char *catch2_failure(const char *output, struct rdl_failure *out)
{
    struct rdl_line l, rest;
    const char *at = output, *found = NULL, *between = NULL;

    while (found == NULL && rdl_line_next(&at, &l)) {
        if (rdl_line_ends(l, ": FAILED:") &&
            rdl_line_place(l, ": FAILED:", out, &rest))
            found = l.at;
    }
    while (found != NULL && rdl_line_next(&at, &l) && l.n > 0) {
        if (rdl_line_begins(l, "with expansion:"))
            between = ": ";
        else if (between != NULL)
            rdl_failure_add(out, between, l);
        else
            rdl_failure_join(out, l);
        if (!rdl_line_begins(l, "with expansion:"))
            between = NULL;
    }
    return found;
}

/* One name on each line. */
static void catch2_cases(const char *output, struct rdl_case_names *out)
{
    struct rdl_line l;

    while (rdl_line_next(&output, &l)) {
        l = rdl_line_trim(l);
        if (l.n > 0)
            rdl_case_names_add(out, l.at, l.n);
    }
}

/* A test specification: some characters mean something in it. */
static void catch2_choose(const char *name, struct rdl_case_choice *out)
{
    char *escaped = rdl_alloc(2 * strlen(name) + 1), *to = escaped;

    for (; *name != '\0'; name++) {
        if (strchr(",[]\"\\", *name) != NULL)
            *to++ = '\\';
        *to++ = *name;
    }
    out->arguments[out->n_arguments++] = escaped;
}

static const struct rdl_suite catch2_suite = {
    .marks = { "--list-test-names-only" },
    .list = { .n_arguments = 1, .arguments = { "--list-test-names-only" } },
    .cases = catch2_cases,
    .choose = catch2_choose,
};

/* Version 3 lists them by other options. */
static const struct rdl_suite catch2_3_suite = {
    .marks = { "--list-listeners" },
    .list = { .n_arguments = 3,
              .arguments = { "--list-tests", "--verbosity", "quiet" } },
    .cases = catch2_cases,
    .choose = catch2_choose,
};

const struct rdl_framework rdl_framework_catch2 = {
    .name = "Catch2",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = catch2_failure,
    .suite = &catch2_suite,
};

const struct rdl_framework rdl_framework_catch2_3 = {
    .name = "Catch2",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = catch2_failure,
    .suite = &catch2_3_suite,
};
