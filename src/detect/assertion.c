/* assertion.c - assert() failed; the C library names expression and line. */
#include "detect/detector.h"
#include "detect/words.h"

static bool assertion_check(const struct rdl_moment *moment,
                            struct rdl_finding *finding)
{
    (void)moment;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "assertion failed");
    return true;
}

const struct rdl_detector rdl_detector_assertion = {
    .name = "assertion",
    .title = "assertion failed",
    .summary = "an assert() of the program failed",
    .around = { "Assertion `", "' failed." },
    .did = "failed the assertion",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_ASSERT,
    .check = assertion_check,
};
