/* glib.c - GLib's g_assert and its relatives, in a test program or not.
 *
 *     ERROR:queue_test.c:40:test_push: assertion failed (size == 2): (1 == 2)
 *
 * The log domain may precede ERROR. */
#include "frameworks/lines.h"

#include "util/alloc.h"

/* "FILE:LINE:FUNCTION: TEXT", behind "ERROR:". */
static bool glib_place(struct rdl_line l, struct rdl_failure *out)
{
    struct rdl_line rest, text, bare;

    if (!rdl_line_place(l, ":", out, &rest) ||
        !rdl_line_after(rest, ": ", &text))
        return false;
    if (rdl_line_after(text, "assertion failed", &bare) &&
        rdl_line_begins(text, "assertion failed")) {
        text = rdl_line_trim(bare);
        if (rdl_line_begins(text, ":"))
            text = (struct rdl_line){ text.at + 1, text.n - 1 };
    }
    rdl_failure_add(out, "", text);
    return true;
}

static const char *glib_failure(const char *output, struct rdl_failure *out)
{
    struct rdl_line l, rest;
    const char *at = output;

    while (rdl_line_next(&at, &l)) {
        if (rdl_line_after(l, "ERROR:", &rest) && glib_place(rest, out))
            return l.at;
    }
    return NULL;
}

/* One path on each line, among comments. */
static void glib_cases(const char *output, struct rdl_case_names *out)
{
    struct rdl_line l;

    while (rdl_line_next(&output, &l)) {
        l = rdl_line_trim(l);
        if (rdl_line_begins(l, "/"))
            rdl_case_names_add(out, l.at, l.n);
    }
}

static void glib_choose(const char *name, struct rdl_case_choice *out)
{
    out->arguments[out->n_arguments++] = rdl_strdup("-p");
    out->arguments[out->n_arguments++] = rdl_strdup(name);
}

static const struct rdl_suite glib_suite = {
    .marks = { "g_test_run" },
    .list = { .n_arguments = 1, .arguments = { "-l" } },
    .cases = glib_cases,
    .choose = glib_choose,
};

const struct rdl_framework rdl_framework_glib = {
    .name = "GLib",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = glib_failure,
    .suite = &glib_suite,
};
