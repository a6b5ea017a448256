/* criterion.c - Criterion: a line with the place, then what was expected in
 * lines that begin alike.
 *
 *     [----] queue_test.c:40: Assertion Failed
 *     [----]
 *     [----]   The expression (size) == (2) is false.
 */
#include "frameworks/lines.h"

#include "util/alloc.h"

static const char *criterion_failure(const char *output,
                                     struct rdl_failure *out)
{
    static const char same[] = "[----] ";
    struct rdl_line l, rest;
    const char *at = output, *found = NULL;

    while (found == NULL && rdl_line_next(&at, &l)) {
        if (rdl_line_begins(l, same) && rdl_line_after(l, same, &rest) &&
            rdl_line_place(rest, ": Assertion Failed", out, &rest))
            found = l.at;
    }
    while (found != NULL && rdl_line_next(&at, &l) &&
           rdl_line_begins(l, same) && rdl_line_after(l, same, &rest) &&
           !rdl_line_ends(rest, ": Assertion Failed"))
        rdl_failure_join(out, rest);
    return found;
}

/* The main that comes with raddle (criterion_main.c) lists "  suite/name" when
 * it gets no argument. */
static void criterion_cases(const char *output, struct rdl_case_names *out)
{
    struct rdl_line l;

    while (rdl_line_next(&output, &l)) {
        if (rdl_line_begins(l, "  ")) {
            l = rdl_line_trim(l);
            rdl_case_names_add(out, l.at, l.n);
        }
    }
}

static void criterion_choose(const char *name, struct rdl_case_choice *out)
{
    out->arguments[out->n_arguments++] = rdl_strdup(name);
}

static const struct rdl_suite criterion_suite = {
    .marks = { "criterion_internal_test_main" },
    .needs = "which test case?",
    .cannot = "Criterion runs each test in a process of its own, which raddle "
              "does not control: build the suite with the main that comes with "
              "raddle (share/raddle/criterion_main.c)",
    .cases = criterion_cases,
    .choose = criterion_choose,
};

const struct rdl_framework rdl_framework_criterion = {
    .name = "Criterion",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = criterion_failure,
    .suite = &criterion_suite,
};
