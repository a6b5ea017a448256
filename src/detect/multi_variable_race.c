/* multi_variable_race.c - two threads access variables that belong together,
 * at least one of them writes, and nothing orders the two (definition 4 of the
 * thesis on coverage of concurrent programs).
 *
 * runtime/observe/blocks.h finds them: see docs/blocks.md. */
#include "detect/detector.h"
#include "detect/words.h"

static bool multi_variable_race_check(const struct rdl_moment *moment,
                                      struct rdl_finding *finding)
{
    (void)moment;
    if (finding->pattern.kind != RDL_PATTERN_PAIR)
        return false;
    rdl_words_add(finding, "two threads access variables that belong together");
    return true;
}

const struct rdl_detector rdl_detector_multi_variable_race = {
    .name = "multi-variable-race",
    .title = "multi-variable race",
    .summary = "two threads at associated variables (--associations)",
    .says = "multi-variable race on {pattern}",
    .did = "came second",
    .about = RDL_ABOUT_PATTERN,
    .severity = RDL_WARNING,
    .on_request = true,
    .moments = 1u << RDL_AT_PATTERN,
    .check = multi_variable_race_check,
};
