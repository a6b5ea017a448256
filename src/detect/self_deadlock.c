/* self_deadlock.c - a thread waits for a lock (or a once) that it holds itself.
 *
 * Reported when no thread can run any more, or as soon as a thread locks again
 * a mutex that does not allow it: that thread will never continue, whatever the
 * others do. */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

#define SELF_TEXT "a thread waits for a lock that it holds itself"

static bool self_deadlock_check(const struct rdl_moment *moment,
                                struct rdl_finding *finding)
{
    if (moment->kind == RDL_AT_MISUSE) {
        if (moment->misuse != RDL_RELOCK)
            return false;
        finding->text[0] = '\0';
        rdl_words_add(finding, SELF_TEXT);
        return true;
    }
    if (!rdl_waits_all(finding))
        return false;
    for (size_t i = 0; i < finding->n_threads && i < RDL_MAX_VIEWS; i++) {
        const struct rdl_thread_view *v = &finding->threads[i];

        if (v->state != RDL_WAITING || v->holder != v->tid)
            continue;
        rdl_waits_blame(finding, v);
        finding->text[0] = '\0';
        rdl_words_add(finding, SELF_TEXT);
        return true;
    }
    return false;
}

const struct rdl_detector rdl_detector_self_deadlock = {
    .name = "self-deadlock",
    .title = "self-deadlock",
    .summary = SELF_TEXT,
    .says = "{thread} waits for {awaited}, which it holds itself",
    .did = "locked again what it holds",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_STUCK | 1u << RDL_AT_MISUSE,
    .check = self_deadlock_check,
};
