/* unity.c - Unity: one line for each test that failed.
 *
 *     queue_test.c:40:test_push:FAIL: Expected 2 Was 1
 */
#include "frameworks/lines.h"

static const char *unity_failure(const char *output, struct rdl_failure *out)
{
    struct rdl_line l, name, text;
    const char *at = output;

    while (rdl_line_next(&at, &l)) {
        if (!rdl_line_after(l, ":FAIL", &text) ||
            (text.n > 0 && text.at[0] != ':') ||
            !rdl_line_place((struct rdl_line){ l.at, (size_t)(text.at - l.at) },
                            ":", out, &name))
            continue;
        if (text.n > 0)
            text = (struct rdl_line){ text.at + 1, text.n - 1 };
        name.n -= sizeof(":FAIL") - 1;
        rdl_failure_add(out, "", rdl_line_trim(text).n > 0 ? text : name);
        return l.at;
    }
    return NULL;
}

static const struct rdl_suite unity_suite = {
    .marks = { "UnityBegin" },
    .cannot = "Unity has no way to run one test",
    .whole = true,
};

const struct rdl_framework rdl_framework_unity = {
    .name = "Unity",
    .explains = RDL_EXPLAINS_END,
    .becomes = RDL_AT_EXPECTATION,
    .failure = unity_failure,
    .suite = &unity_suite,
};
