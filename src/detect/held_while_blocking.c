/* held_while_blocking.c - a thread sleeps, or waits for input, for a process or
 * for another thread, while it holds a lock: all who need the lock wait as
 * long.  That may be meant so, hence only on request. */
#include "detect/detector.h"
#include "detect/words.h"

static bool held_while_blocking_check(const struct rdl_moment *moment,
                                      struct rdl_finding *finding)
{
    if (moment->misuse != RDL_HELD_BLOCKED)
        return false;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "held while its thread blocks");
    return true;
}

const struct rdl_detector rdl_detector_held_while_blocking = {
    .name = "held-while-blocking",
    .title = "lock held while blocking",
    .summary = "a thread blocks while it holds a lock (only with --enable)",
    .says = "{object} is held while its thread blocks",
    .did = "blocks",
    .about = RDL_ABOUT_STEP,
    .severity = RDL_WARNING,
    .on_request = true,
    .moments = 1u << RDL_AT_MISUSE,
    .check = held_while_blocking_check,
};
