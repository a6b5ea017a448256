/* livelock.c - threads run on, but nothing changes any more.
 *
 * Reported at the bound on steps, if the second half of the execution (and at
 * least QUIET steps, so that a tiny bound accuses nobody) had no effect that a
 * thread could notice, and the state recurs: then the threads go round for
 * ever.  Otherwise raddle only cuts the execution: it may be long, not
 * wrong. */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

#define QUIET 100

static bool livelock_check(const struct rdl_moment *moment,
                           struct rdl_finding *finding)
{
    uint64_t quiet = moment->steps - moment->effect_step;
    const struct rdl_thread_view *busiest;

    if (moment->effect_step > moment->steps || !moment->recurs)
        return false;
    if (quiet < moment->steps / 2 || quiet < QUIET)
        return false;
    busiest = rdl_waits_busiest(finding);
    if (busiest != NULL)
        rdl_waits_blame(finding, busiest);
    finding->text[0] = '\0';
    rdl_words_add(finding, "nothing changed in the last ");
    rdl_words_add_number(finding, quiet, 10);
    rdl_words_add(finding, " of ");
    rdl_words_add_number(finding, moment->steps, 10);
    rdl_words_add(finding, " steps");
    return true;
}

const struct rdl_detector rdl_detector_livelock = {
    .name = "livelock",
    .title = "livelock",
    .summary = "threads run (spin, poll, sleep) for ever without effect",
    .about = RDL_ABOUT_EXECUTION,
    .moments = 1u << RDL_AT_STEPS,
    .check = livelock_check,
};
