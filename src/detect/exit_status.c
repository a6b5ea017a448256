/* exit_status.c - the program ended with another status than --expect-exit. */
#include "detect/detector.h"
#include "detect/words.h"

static void exit_status_add_status(struct rdl_finding *finding, int status)
{
    if (status < 0)
        rdl_words_add(finding, "-");
    rdl_words_add_number(
        finding, (uint64_t)(status < 0 ? -(int64_t)status : status), 10);
}

static bool exit_status_check(const struct rdl_moment *moment,
                              struct rdl_finding *finding)
{
    if (finding->code == moment->expect_exit)
        return false;
    finding->text[0] = '\0';
    rdl_words_add(finding, "exit status ");
    exit_status_add_status(finding, finding->code);
    rdl_words_add(finding, ", expected ");
    exit_status_add_status(finding, moment->expect_exit);
    return true;
}

const struct rdl_detector rdl_detector_exit_status = {
    .name = "exit-status",
    .title = "wrong exit status",
    .summary = "exit status other than --expect-exit",
    .did = "ended the program",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_EXIT,
    .vague = true,
    .check = exit_status_check,
};
