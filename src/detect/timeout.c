/* timeout.c - an execution took longer than --timeout allows, and hangs: no
 * thread takes steps.  It is real time, so this is the only kind whose moment
 * differs from run to run. */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

static bool timeout_check(const struct rdl_moment *moment,
                          struct rdl_finding *finding)
{
    const struct rdl_thread_view *busiest = rdl_waits_busiest(finding);

    (void)moment;
    if (finding->pc == 0 && busiest != NULL)
        rdl_waits_blame(finding, busiest);
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "the time for one execution is over");
    return true;
}

const struct rdl_detector rdl_detector_timeout = {
    .name = "timeout",
    .title = "time-out",
    .summary = "an execution hangs: it took longer than --timeout",
    .about = RDL_ABOUT_EXECUTION,
    .moments = 1u << RDL_AT_TIMEOUT,
    .check = timeout_check,
};
