/* cpp_terminate.c - the C++ runtime gave up: an uncaught exception, a joinable
 * std::thread destroyed, an exception out of a noexcept function. */
#include "detect/detector.h"
#include "detect/words.h"

static bool cpp_terminate_check(const struct rdl_moment *moment,
                                struct rdl_finding *finding)
{
    (void)moment;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "std::terminate() called");
    return true;
}

const struct rdl_detector rdl_detector_cpp_terminate = {
    .name = "cpp-terminate",
    .title = "C++ terminate",
    .summary = "std::terminate: an exception that nobody catches, ...",
    .did = "called terminate",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_TERMINATE,
    .vague = true,
    .check = cpp_terminate_check,
};
