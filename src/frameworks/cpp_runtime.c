/* cpp_runtime.c - the C++ library: the type and the message of an exception
 * that nobody caught.  libstdc++ writes two lines, libc++abi one.
 *
 *     terminate called after throwing an instance of 'std::runtime_error'
 *       what():  queue closed
 *
 *     libc++abi: terminating due to uncaught exception of type T: queue closed
 */
#include "frameworks/lines.h"

static void cpp_runtime_say(struct rdl_failure *out, struct rdl_line type)
{
    static const char words[] = "uncaught exception of type";

    rdl_failure_add(out, "", (struct rdl_line){ words, sizeof(words) - 1 });
    rdl_failure_add(out, " ", type);
}

static const char *cpp_runtime_failure(const char *output,
                                       struct rdl_failure *out)
{
    struct rdl_line l, type, what;
    const char *at = output;

    while (rdl_line_next(&at, &l)) {
        if (rdl_line_after(
                l, "terminate called after throwing an instance of '", &type) &&
            rdl_line_ends(type, "'")) {
            type.n--;
            cpp_runtime_say(out, type);
            if (rdl_line_next(&at, &what) &&
                rdl_line_after(what, "what():", &what))
                rdl_failure_add(out, ": ", what);
            return l.at;
        }
        if (rdl_line_after(l, "libc++abi: terminating ", &type) &&
            rdl_line_after(type, "uncaught exception of type ", &type)) {
            cpp_runtime_say(out, type);
            return l.at;
        }
    }
    return NULL;
}

const struct rdl_framework rdl_framework_cpp_runtime = {
    .name = "C++",
    .explains = 1u << RDL_AT_TERMINATE,
    .becomes = RDL_AT_TERMINATE,
    .failure = cpp_runtime_failure,
};
