/* sync_pair.c - Sync-Pair(l1,l2): the lock-hold at l2 is the next of its lock
 * after the one at l1, by the same or another thread.
 *
 * Hong et al., ISSTA 2012; thesis, definitions 8 and 14 (l1 printed for l2). */
#include "coverage/coverage.h"

static void sync_pair_handover(const struct rdl_handover *h,
                               const struct rdl_sink *sink)
{
    if (h->last_loc != RDL_LOC_NONE)
        rdl_cover(sink, h->last_loc, h->loc);
}

const struct rdl_metric rdl_metric_sync_pair = {
    .name = "sync-pair",
    .summary = "which lock call came after which",
    .form = RDL_FORM_PAIR,
    .relates = { { .relation = RDL_BETWEEN_HOLDS, .threads = RDL_ANY_THREAD } },
    .handover = sync_pair_handover,
};
