/* mutex_misuse.c - a lock, condition, semaphore or barrier used as its
 * type does not allow.
 *
 * POSIX leaves each of these undefined; glibc mostly accepts them silently and
 * fails somewhere else later.  If a type defines the case as an error
 * (errorcheck, robust), the caller gets that error and the runtime does not
 * ask. */
#include "detect/detector.h"
#include "detect/words.h"

/* self_deadlock.c handles RDL_RELOCK, use_after_destroy.c RDL_USE_DESTROYED;
 * the heap has detectors of its own. */
static const char *const texts[RDL_N_MISUSES] = {
    [RDL_UNLOCK_OTHERS] = "unlocked while another thread holds it",
    [RDL_UNLOCK_FREE] = "unlocked while nobody holds it",
    [RDL_DESTROY_BUSY] = "destroyed while it is held or waited for",
    [RDL_DESTROY_AWAITED] = "destroyed while a thread waits for it",
    [RDL_COND_TWO_MUTEXES] = "threads wait for it with two different mutexes",
};

static bool mutex_misuse_check(const struct rdl_moment *moment,
                               struct rdl_finding *finding)
{
    if ((unsigned)moment->misuse >= RDL_N_MISUSES ||
        texts[moment->misuse] == NULL)
        return false;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, texts[moment->misuse]);
    return true;
}

const struct rdl_detector rdl_detector_mutex_misuse = {
    .name = "mutex-misuse",
    .title = "misuse",
    .summary = "unlock of a foreign or free lock, destroy while busy, ...",
    .says = "misuse of {what}: {text}",
    .did = "made the wrong call",
    .tsan = "mutex",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_MISUSE,
    .continues = true,
    .check = mutex_misuse_check,
};
