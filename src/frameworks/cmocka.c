/* cmocka.c - cmocka: what differs, and then where.
 *
 *     [  ERROR   ] --- 0x1 != 0x2
 *     [   LINE   ] --- queue_test.c:40: error: Failure!
 *
 * With CMOCKA_TEST_ABORT the first line is bare. */
#include "frameworks/lines.h"

#include "util/alloc.h"

/* What differs, of the line before the place; empty if that is another one. */
static struct rdl_line cmocka_what(struct rdl_line l)
{
    static const char error[] = "[  ERROR   ] --- ";

    if (rdl_line_begins(l, error))
        return (struct rdl_line){ l.at + sizeof(error) - 1,
                                  l.n - (sizeof(error) - 1) };
    if (rdl_line_begins(l, "["))
        l.n = 0;
    return l;
}

static const char *cmocka_failure(const char *output, struct rdl_failure *out)
{
    struct rdl_line l, before = { "", 0 }, rest;
    const char *at = output;

    for (; rdl_line_next(&at, &l); before = l) {
        if (rdl_line_begins(l, "[   LINE   ] --- ") &&
            rdl_line_after(l, " --- ", &rest) &&
            rdl_line_place(rest, ": error: ", out, &rest)) {
            before = cmocka_what(before);
            rdl_failure_add(out, "", before.n > 0 ? before : rest);
            return l.at;
        }
    }
    return NULL;
}

/* cmocka cannot list: it runs everything once, and says in TAP "ok 1 - name"
 * or "not ok 1 - name". */
static void cmocka_cases(const char *output, struct rdl_case_names *out)
{
    struct rdl_line l, name;

    while (rdl_line_next(&output, &l)) {
        if ((rdl_line_begins(l, "ok ") || rdl_line_begins(l, "not ok ")) &&
            rdl_line_after(l, " - ", &name)) {
            name = rdl_line_trim(name);
            rdl_case_names_add(out, name.at, name.n);
        }
    }
}

static void cmocka_choose(const char *name, struct rdl_case_choice *out)
{
    out->arguments[out->n_arguments++] = rdl_strdup(name);
}

static const struct rdl_suite cmocka_suite = {
    .marks = { "_cmocka_run_group_tests" },
    .needs = "cmocka_set_test_filter",
    .cannot =
        "cmocka chooses tests only with the program's help: let main call "
        "cmocka_set_test_filter(argv[1]) if it has an argument",
    .whole = true,
    .list = { .n_variables = 1, .variables = { "CMOCKA_MESSAGE_OUTPUT=TAP" } },
    .executes = true,
    .cases = cmocka_cases,
    .choose = cmocka_choose,
};

const struct rdl_framework rdl_framework_cmocka = {
    .name = "cmocka",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = cmocka_failure,
    .suite = &cmocka_suite,
};
