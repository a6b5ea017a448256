/* wait_without_loop.c - a thread has woken from a condition wait without a
 * signal, found everything as it was, and has gone on.  POSIX and C allow such
 * spurious wake-ups; a wait must stand in a loop that tests again.
 *
 * runtime/observe/wait_loop.h says when this is certain. */
#include "detect/detector.h"
#include "detect/words.h"

static bool wait_without_loop_check(const struct rdl_moment *moment,
                                    struct rdl_finding *finding)
{
    if (moment->misuse != RDL_WAIT_PASSED)
        return false;
    rdl_words_add(finding, "woke without a signal, nothing had changed, and "
                           "the thread went on");
    return true;
}

/* Code that raddle does not see may test again. */
static enum rdl_needed_code
wait_without_loop_needs_code(const struct rdl_finding *finding)
{
    (void)finding;
    return RDL_NEEDS_CODE_THAT_STEPS;
}

const struct rdl_detector rdl_detector_wait_without_loop = {
    .name = "wait-without-loop",
    .title = "condition wait without a loop",
    .summary = "a spurious wake-up passes a wait: nothing tests again",
    .says = "condition wait without a loop: a spurious wake-up passes the wait "
            "for {object}, nothing tests again",
    .did = "goes on after a spurious wake-up",
    .about = RDL_ABOUT_STEP,
    .severity = RDL_WARNING,
    .moments = 1u << RDL_AT_MISUSE,
    .needs_code = wait_without_loop_needs_code,
    .check = wait_without_loop_check,
};
