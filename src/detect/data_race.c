/* data_race.c - two threads access the same memory, at least one of them
 * writes, at least one access is not atomic, and nothing orders the two (C11
 * 5.1.2.4p25: the behaviour is undefined).
 *
 * runtime/observe/race.h finds them and proves each: see docs/races.md. */
#include "detect/detector.h"
#include "detect/words.h"

static bool data_race_check(const struct rdl_moment *moment,
                            struct rdl_finding *finding)
{
    static const char *const words[] = {
        [RDL_RACE_SEEN] = "two threads access the same memory",
        [RDL_RACE_ORDER] = "only atomics of weak memory orders order two "
                           "accesses",
        [RDL_RACE_UNORDERED] = "nothing orders an access and a later free",
    };

    (void)moment;
    if (finding->race.proof == RDL_RACE_NOT)
        return false;
    rdl_words_add(finding, words[finding->race.proof]);
    return true;
}

/* Code that raddle does not see may order two accesses.  Two threads that stand
 * at their accesses prove that it does not; clocks do not prove it.  Where only
 * weak atomics order them the program means them to be ordered by these; where
 * nothing does, atomics in any library may. */
static enum rdl_needed_code
data_race_needs_code(const struct rdl_finding *finding)
{
    static const enum rdl_needed_code needs[] = {
        [RDL_RACE_ORDER] = RDL_NEEDS_CODE_THAT_STEPS,
        [RDL_RACE_UNORDERED] = RDL_NEEDS_ALL_CODE,
    };

    return needs[finding->race.proof];
}

const struct rdl_detector rdl_detector_data_race = {
    .name = "data-race",
    .title = "data race",
    .summary = "two threads access the same memory, and nothing orders them",
    .says = "data race on {race}",
    .did = "came second",
    .tsan = "race",
    .about = RDL_ABOUT_RACE,
    .severity = RDL_WARNING,
    .moments = 1u << RDL_AT_RACE,
    .needs_code = data_race_needs_code,
    .check = data_race_check,
};
