/* livelock.c - threads run on, but nothing changes any more.
 *
 * Reported at the bound on steps, if the second half of the execution (and at
 * least QUIET steps, so that a tiny bound accuses nobody) had no effect that a
 * thread could notice, and no thread keeps reading new places.  If the
 * execution still changed something, or searched through a large table, raddle
 * only cuts it: it may be long, not wrong. */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

#define QUIET 100

static bool livelock_somebody_goes_on(const struct rdl_finding *f)
{
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        if (f->threads[i].state != RDL_ENDED && f->threads[i].goes_on)
            return true;
    }
    return false;
}

static bool livelock_check(const struct rdl_moment *moment,
                           struct rdl_finding *finding)
{
    uint64_t quiet = moment->steps - moment->effect_step;
    const struct rdl_thread_view *busiest;

    if (moment->effect_step > moment->steps)
        return false;
    if (quiet < moment->steps / 2 || quiet < QUIET ||
        livelock_somebody_goes_on(finding))
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
