/* thread_misuse.c - a call gets a handle that does not belong to a thread.
 *
 * POSIX ends the lifetime of a handle at the join, or at the end of a detached
 * thread, and leaves its later use undefined: glibc reads whatever is there, so
 * the call crashes, returns ESRCH or affects a newer thread. */
#include "detect/detector.h"
#include "detect/words.h"

static bool thread_misuse_check(const struct rdl_moment *moment,
                                struct rdl_finding *finding)
{
    if (moment->misuse != RDL_NO_THREAD)
        return false;
    if (finding->text[0] == '\0')
        rdl_words_add(finding, "the pthread_t is of no thread: never created, "
                               "joined already, or detached and ended");
    return true;
}

const struct rdl_detector rdl_detector_thread_misuse = {
    .name = "thread-misuse",
    .title = "thread misuse",
    .summary = "join, detach, kill, ... of what is not a thread (any more)",
    .did = "made the wrong call",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_MISUSE,
    .continues = true,
    .check = thread_misuse_check,
};
