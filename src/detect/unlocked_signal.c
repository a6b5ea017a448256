/* unlocked_signal.c - a thread waits for ever for a signal that was sent while
 * it held the mutex and was about to wait, so by a thread that did not hold the
 * mutex.  With the mutex held, the signal could only have come before the test
 * or during the wait.
 *
 * The lost wake-up itself is another finding; this one names the signal. */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

static bool unlocked_signal_check(const struct rdl_moment *moment,
                                  struct rdl_finding *finding)
{
    (void)moment;
    if (!rdl_waits_all(finding))
        return false;
    for (size_t i = 0; i < rdl_waits_views(finding); i++) {
        const struct rdl_thread_view *v = &finding->threads[i];

        if (v->state != RDL_WAITING || v->wait != RDL_WAIT_CONDITION ||
            v->missed_pc == 0)
            continue;
        finding->tid = v->tid;
        finding->pc = v->missed_pc;
        finding->addr = v->wait_object;
        finding->text[0] = '\0';
        rdl_words_add(finding, "signalled without the mutex, just before a "
                               "thread that held it waits");
        return true;
    }
    return false;
}

const struct rdl_detector rdl_detector_unlocked_signal = {
    .name = "unlocked-signal",
    .title = "signal without the mutex",
    .summary = "a wake-up was lost because its sender did not hold the mutex",
    .says = "the signal that {thread} misses was sent without the mutex that "
            "it held",
    .about = RDL_ABOUT_STEP,
    .severity = RDL_WARNING,
    .moments = 1u << RDL_AT_STUCK,
    .check = unlocked_signal_check,
};
