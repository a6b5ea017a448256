/* expectation.c - a test framework reported that something is not as the test
 * expects.  Only the driver asks: it reads the program's output
 * (frameworks/framework.h), in place of "wrong exit status" or "abort". */
#include "detect/detector.h"
#include "detect/words.h"

static bool expectation_check(const struct rdl_moment *moment,
                              struct rdl_finding *finding)
{
    (void)moment;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "a test failed");
    return true;
}

const struct rdl_detector rdl_detector_expectation = {
    .name = "expectation",
    .title = "expectation failed",
    .summary = "a test framework reported a failure",
    .did = "ended the program",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_EXPECTATION,
    .check = expectation_check,
};
