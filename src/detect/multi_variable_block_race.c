/* multi_variable_block_race.c - an operation block accesses two variables that
 * belong together, another thread does too, and no order of the two explains
 * the result (definition 5 of the thesis on coverage of concurrent programs).
 *
 * runtime/observe/blocks.h finds them: see docs/blocks.md. */
#include "detect/detector.h"
#include "detect/words.h"

static bool multi_variable_block_race_check(const struct rdl_moment *moment,
                                            struct rdl_finding *finding)
{
    (void)moment;
    if (finding->pattern.kind != RDL_PATTERN_PAIR_BLOCK)
        return false;
    rdl_words_add(finding, "another thread comes between accesses to variables "
                           "that belong together");
    return true;
}

const struct rdl_detector rdl_detector_multi_variable_block_race = {
    .name = "multi-variable-block-race",
    .title = "multi-variable block race",
    .summary = "the same, within an operation block",
    .says = "multi-variable block race on {pattern}",
    .did = "completes a block that another thread has broken",
    .about = RDL_ABOUT_PATTERN,
    .severity = RDL_WARNING,
    .on_request = true,
    .moments = 1u << RDL_AT_PATTERN,
    .check = multi_variable_block_race_check,
};
