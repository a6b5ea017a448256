/* dead_stack_use.c - a thread uses memory on the stack of another one,
 * in the frame of a function that has returned, or on the stack of a thread
 * that has ended.  The object there is gone (C11 6.2.4p2; POSIX,
 * pthread_exit()); what the access finds is chance.
 *
 * The usual cause: pthread_create() gets a pointer to a local variable, and its
 * function does not wait for the thread. */
#include "detect/detector.h"
#include "detect/heap_words.h"

static bool dead_stack_use_check(const struct rdl_moment *moment,
                                 struct rdl_finding *finding)
{
    if (moment->misuse != RDL_STACK_LEFT && moment->misuse != RDL_STACK_ENDED)
        return false;
    rdl_words_add_access(finding);
    rdl_words_add(finding, " on the stack of thread ");
    rdl_words_add_number(finding, finding->block.maker, 10);
    rdl_words_add(finding, moment->misuse == RDL_STACK_LEFT
                               ? ", in a function that has returned"
                               : ", which has ended");
    return true;
}

const struct rdl_detector rdl_detector_dead_stack_use = {
    .name = "dead-stack-use",
    .title = "use of a dead stack frame",
    .summary = "a thread uses a dead part of another one's stack",
    .did = "used a dead stack frame",
    .about = RDL_ABOUT_STEP,
    .severity = RDL_WARNING,
    .moments = 1u << RDL_AT_MISUSE,
    .check = dead_stack_use_check,
};
