/* check.c - Check: one line for each test that failed, with its test case, its
 * name and its iteration.
 *
 *     queue_test.c:40:F:Core:test_push:0: Assertion 'size == 2' failed: ...
 */
#include "frameworks/lines.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* "size == 2: size == 1" of "Assertion 'size == 2' failed: size == 1". */
static void check_text(struct rdl_failure *out, struct rdl_line text)
{
    struct rdl_line bare, values;

    if (rdl_line_begins(text, "Assertion '") &&
        rdl_line_after(text, "Assertion '", &bare) &&
        rdl_line_after(bare, "' failed", &values)) {
        bare.n = (size_t)(values.at - bare.at) - (sizeof("' failed") - 1);
        rdl_failure_add(out, "", bare);
        rdl_failure_add(out, "", values);
        return;
    }
    rdl_failure_add(out, "", text);
}

static const char *check_failure(const char *output, struct rdl_failure *out)
{
    struct rdl_line l, rest, text;
    const char *at = output;

    while (rdl_line_next(&at, &l)) {
        if ((rdl_line_place(l, ":F:", out, &rest) ||
             rdl_line_place(l, ":E:", out, &rest)) &&
            rdl_line_after(rest, ": ", &text)) {
            check_text(out, text);
            return l.at;
        }
    }
    return NULL;
}

/* What XML writes otherwise. */
static char *check_plain(struct rdl_line l)
{
    static const struct {
        const char *code;
        char is;
    } codes[] = { { "&amp;", '&' },
                  { "&lt;", '<' },
                  { "&gt;", '>' },
                  { "&quot;", '"' },
                  { "&apos;", '\'' } };
    char *text = rdl_alloc(l.n + 1), *to = text;

    while (l.n > 0) {
        size_t length = 1;

        *to = *l.at;
        for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
            if (!rdl_line_begins(l, codes[i].code))
                continue;
            *to = codes[i].is;
            length = strlen(codes[i].code);
        }
        to++;
        l = (struct rdl_line){ l.at + length, l.n - length };
    }
    return text;
}

/* The text of <name>...</name>, to be freed; NULL: another line. */
static char *check_element(struct rdl_line l, const char *begin,
                           const char *end)
{
    struct rdl_line text;

    l = rdl_line_trim(l);
    if (!rdl_line_begins(l, begin) || !rdl_line_ends(l, end))
        return NULL;
    rdl_line_after(l, begin, &text);
    text.n -= strlen(end);
    return check_plain(text);
}

/* Check cannot list: it runs everything once and writes a report, which names
 * the suite, and for each test its test case. */
static void check_cases(const char *output, struct rdl_case_names *out)
{
    char *suite = rdl_strdup("");
    struct rdl_line l;

    while (rdl_line_next(&output, &l)) {
        char *title = check_element(l, "<title>", "</title>");
        char *tcase = check_element(l, "<description>", "</description>");

        if (tcase != NULL) {
            char *name = rdl_format("%s/%s", suite, tcase);

            rdl_case_names_add(out, name, strlen(name));
            free(name);
        }
        free(tcase);
        if (title == NULL)
            continue;
        free(suite);
        suite = title;
    }
    free(suite);
}

static void check_choose(const char *name, struct rdl_case_choice *out)
{
    const char *slash = strrchr(name, '/');

    out->variables[out->n_variables++] = rdl_strdup("CK_FORK=no");
    out->variables[out->n_variables++] =
        rdl_format("CK_RUN_SUITE=%.*s", (int)(slash - name), name);
    out->variables[out->n_variables++] =
        rdl_format("CK_RUN_CASE=%s", slash + 1);
}

static const struct rdl_suite check_suite = {
    .marks = { "CK_RUN_CASE", "srunner_create" },
    .list = { .n_variables = 1,
              .variables = { "CK_XML_LOG_FILE_NAME=/proc/self/fd/1" } },
    .executes = true,
    .cases = check_cases,
    .choose = check_choose,
};

const struct rdl_framework rdl_framework_check = {
    .name = "Check",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = check_failure,
    .suite = &check_suite,
};
