/* use_after_destroy.c - a lock, condition, semaphore or barrier is used after
 * its destroy.  POSIX leaves that undefined; glibc mostly accepts it, so that
 * the program waits for an object that no longer protects anything. */
#include "detect/detector.h"
#include "detect/words.h"

static bool use_after_destroy_check(const struct rdl_moment *moment,
                                    struct rdl_finding *finding)
{
    if (moment->misuse != RDL_USE_DESTROYED)
        return false;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "used after it was destroyed");
    return true;
}

const struct rdl_detector rdl_detector_use_after_destroy = {
    .name = "use-after-destroy",
    .title = "use after destroy",
    .summary = "a destroyed lock, condition, semaphore or barrier is used",
    .says = "{what} is used after it was destroyed",
    .did = "used it",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_MISUSE,
    .continues = true,
    .check = use_after_destroy_check,
};
