/* thread_leak.c - the program exits while its threads still run.  This is
 * allowed and common, so raddle reports it only on request (--leaks). */
#include "detect/detector.h"
#include "detect/waits.h"
#include "detect/words.h"

static bool thread_leak_check(const struct rdl_moment *moment,
                              struct rdl_finding *finding)
{
    const struct rdl_thread_view *first = NULL;
    unsigned n = 0;

    if (!moment->leaks)
        return false;
    for (size_t i = 0; i < finding->n_threads && i < RDL_MAX_VIEWS; i++) {
        const struct rdl_thread_view *v = &finding->threads[i];

        if (v->tid == finding->tid || v->state == RDL_ENDED || v->helper)
            continue;
        if (first == NULL)
            first = v;
        n++;
    }
    if (first == NULL)
        return false;
    rdl_waits_blame(finding, first);
    finding->text[0] = '\0';
    rdl_words_add_number(finding, n, 10);
    rdl_words_add(finding, n == 1 ? " thread" : " threads");
    rdl_words_add(finding, " still running at exit");
    return true;
}

const struct rdl_detector rdl_detector_thread_leak = {
    .name = "thread-leak",
    .title = "thread leak",
    .summary = "threads still running at exit (with --leaks)",
    .tsan = "thread",
    .about = RDL_ABOUT_EXECUTION,
    .moments = 1u << RDL_AT_EXIT,
    .continues = true,
    .check = thread_leak_check,
};
