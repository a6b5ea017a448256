/* block_race.c - an access of another thread comes between two accesses of one
 * operation block to the same memory, and no order of the two explains the
 * result (definition 3 of the thesis on coverage of concurrent programs; in
 * other words an atomicity violation).
 *
 * runtime/observe/blocks.h finds them: see docs/blocks.md. */
#include "detect/detector.h"
#include "detect/words.h"

static bool block_race_check(const struct rdl_moment *moment,
                             struct rdl_finding *finding)
{
    (void)moment;
    if (finding->pattern.kind != RDL_PATTERN_BLOCK)
        return false;
    rdl_words_add(finding,
                  "another thread comes between two accesses of one block");
    return true;
}

const struct rdl_detector rdl_detector_block_race = {
    .name = "block-race",
    .title = "block race",
    .summary = "another thread comes between accesses of a block (--blocks)",
    .says = "block race on {pattern}",
    .did = "completes a block that another thread has broken",
    .about = RDL_ABOUT_PATTERN,
    .severity = RDL_WARNING,
    .on_request = true,
    .moments = 1u << RDL_AT_PATTERN,
    .check = block_race_check,
};
