/* abort.c - the program, or a library on its behalf, called abort(). */
#include "detect/detector.h"
#include "detect/words.h"

static bool abort_check(const struct rdl_moment *moment,
                        struct rdl_finding *finding)
{
    (void)moment;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "abort() called");
    return true;
}

const struct rdl_detector rdl_detector_abort = {
    .name = "abort",
    .title = "abort",
    .summary = "abort() was called",
    .did = "called abort",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_ABORT,
    .vague = true,
    .check = abort_check,
};
