/* follows.c - Follows(l1,l2): the lock-hold at l2 is the next of its lock after
 * the one at l1, and by another thread.
 *
 * Trainin et al., PADTAD 2009; thesis, definition 13, which prints l1 for l2
 * and omits that the threads differ.  Both sides of a reader-writer lock count:
 * the order matters, not which threads exclude each other. */
#include "coverage/coverage.h"

static void follows_handover(const struct rdl_handover *h,
                             const struct rdl_sink *sink)
{
    if (h->last_loc != RDL_LOC_NONE && h->last_thread != h->thread)
        rdl_cover(sink, h->last_loc, h->loc);
}

const struct rdl_metric rdl_metric_follows = {
    .name = "follows",
    .summary = "which lock call came after which of another thread",
    .form = RDL_FORM_PAIR,
    .relates = { { .relation = RDL_BETWEEN_HOLDS,
                   .threads = RDL_OTHER_THREAD } },
    .handover = follows_handover,
};
