/* lost_wakeup.c - threads wait for conditions, and no thread is left to signal
 * them: the signal came before the wait, went to another waiter, or was never
 * sent.
 *
 * Threads that wait for a join, a semaphore and the like count as consequences.
 * A thread that waits for a lock does not: perhaps it was going to signal (a
 * nested monitor), and that is a deadlock. */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

static bool lost_wakeup_check(const struct rdl_moment *moment,
                              struct rdl_finding *finding)
{
    const struct rdl_thread_view *first = NULL;

    (void)moment;
    if (!rdl_waits_all(finding))
        return false;
    for (size_t i = 0; i < finding->n_threads && i < RDL_MAX_VIEWS; i++) {
        const struct rdl_thread_view *v = &finding->threads[i];

        if (v->state != RDL_WAITING)
            continue;
        if (v->wait == RDL_WAIT_LOCK)
            return false;
        if (v->wait == RDL_WAIT_CONDITION && first == NULL)
            first = v;
    }
    if (first == NULL || rdl_waits_cycle(finding, NULL, 0) > 0)
        return false;
    rdl_waits_blame(finding, first);
    finding->text[0] = '\0';
    rdl_words_add(finding, "waits for a condition that nobody can signal");
    return true;
}

const struct rdl_detector rdl_detector_lost_wakeup = {
    .name = "lost-wakeup",
    .title = "lost wake-up",
    .summary = "threads wait for conditions that nobody can signal any more",
    .says = "{thread} waits for {awaited}, which nobody can signal any "
            "more{stuck}",
    .about = RDL_ABOUT_SIGNAL,
    .moments = 1u << RDL_AT_STUCK,
    .check = lost_wakeup_check,
};
