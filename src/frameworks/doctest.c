/* doctest.c - doctest: one line for the expression, one for its values.
 *
 *     queue_test.cc:40: ERROR: CHECK( size == 2 ) is NOT correct!
 *       values: CHECK( 1 == 2 )
 */
#include "frameworks/lines.h"

#include "util/alloc.h"

#include <string.h>

static bool doctest_place(struct rdl_line l, struct rdl_failure *out,
                          struct rdl_line *rest)
{
    return rdl_line_place(l, ": ERROR: ", out, rest) ||
           rdl_line_place(l, ": FATAL ERROR: ", out, rest);
}

/* "1 == 2" of "values: CHECK( 1 == 2 )". */
static struct rdl_line doctest_values(struct rdl_line values)
{
    struct rdl_line inside;

    values = rdl_line_trim(values);
    if (!rdl_line_after(values, "( ", &inside) || !rdl_line_ends(inside, " )"))
        return values;
    inside.n -= 2;
    return inside;
}

static const char *doctest_failure(const char *output, struct rdl_failure *out)
{
    static const char wrong[] = " is NOT correct!";
    struct rdl_line l, rest, values;
    const char *at = output;

    while (rdl_line_next(&at, &l)) {
        if (!doctest_place(l, out, &rest))
            continue;
        if (rdl_line_ends(rest, wrong))
            rest.n -= sizeof(wrong) - 1;
        rdl_failure_add(out, "", rest);
        if (rdl_line_next(&at, &values) &&
            rdl_line_after(values, "values: ", &values))
            rdl_failure_add(out, ": ", doctest_values(values));
        return l.at;
    }
    return NULL;
}

/* Names between two lines of equal signs. */
static void doctest_cases(const char *output, struct rdl_case_names *out)
{
    struct rdl_line l;
    bool inside = false;

    while (rdl_line_next(&output, &l)) {
        if (rdl_line_begins(l, "====="))
            inside = !inside;
        else if (inside && l.n > 0)
            rdl_case_names_add(out, l.at, l.n);
    }
}

/* A comma would begin another pattern; a question mark is any character. */
static void doctest_choose(const char *name, struct rdl_case_choice *out)
{
    char *pattern = rdl_format("--test-case=%s", name);

    for (char *c = strchr(pattern, ','); c != NULL; c = strchr(c, ','))
        *c = '?';
    out->arguments[out->n_arguments++] = pattern;
}

static const struct rdl_suite doctest_suite = {
    .marks = { "dt-list-test-cases" },
    .list = { .n_arguments = 1, .arguments = { "--list-test-cases" } },
    .cases = doctest_cases,
    .choose = doctest_choose,
};

const struct rdl_framework rdl_framework_doctest = {
    .name = "doctest",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = doctest_failure,
    .suite = &doctest_suite,
};
