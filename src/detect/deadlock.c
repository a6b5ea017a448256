/* deadlock.c - no thread can ever run again.
 *
 * The finding has the cycle of locks and joins if there is one.  Without a
 * cycle this is the kind for all cases that no other detector claims: a lock
 * whose holder has ended or waits for a condition, a barrier that too few
 * threads reach, a semaphore that no thread posts. */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

/* The thread to point to without a cycle: a join is seldom the cause. */
static const struct rdl_thread_view *
deadlock_first_waiting(const struct rdl_finding *finding)
{
    const struct rdl_thread_view *joins = NULL;

    for (size_t i = 0; i < rdl_waits_views(finding); i++) {
        const struct rdl_thread_view *v = &finding->threads[i];

        if (v->state != RDL_WAITING)
            continue;
        if (v->wait != RDL_WAIT_JOIN)
            return v;
        if (joins == NULL)
            joins = v;
    }
    return joins;
}

static bool deadlock_check(const struct rdl_moment *moment,
                           struct rdl_finding *finding)
{
    size_t length;

    (void)moment;
    if (!rdl_waits_all(finding))
        return false;
    finding->text[0] = '\0';
    length = rdl_waits_cycle(finding, finding->cycle, RDL_MAX_CYCLE);
    if (length == 0) {
        rdl_waits_blame(finding, deadlock_first_waiting(finding));
        rdl_words_add(finding, "no thread can ever run again");
        return true;
    }
    finding->n_cycle = length < RDL_MAX_CYCLE ? length : RDL_MAX_CYCLE;
    rdl_waits_blame(finding, rdl_waits_view(finding, finding->cycle[0]));
    rdl_words_add_number(finding, length, 10);
    rdl_words_add(finding, " threads wait for each other");
    return true;
}

const struct rdl_detector rdl_detector_deadlock = {
    .name = "deadlock",
    .title = "deadlock",
    .summary = "no thread can ever run again",
    .says = "{cycle}",
    .about = RDL_ABOUT_WAITS,
    .moments = 1u << RDL_AT_STUCK,
    .check = deadlock_check,
};
