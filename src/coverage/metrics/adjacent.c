/* adjacent.c - (l1,l2): two consecutive accesses of one variable, or two
 * consecutive lock-holds of one lock, of any kind and by any threads.
 *
 * The singular requirement of Recurve's combinatorial metric (thesis, 5.3.2).
 * The latest access is the very last read since the latest write, or else that
 * write. */
#include "coverage/coverage.h"

static void adjacent_touch(const struct rdl_touch *t,
                           const struct rdl_sink *sink)
{
    uint32_t last = t->read_loc != RDL_LOC_NONE ? t->read_loc : t->write_loc;

    if (last != RDL_LOC_NONE)
        rdl_cover(sink, last, t->loc);
}

static void adjacent_handover(const struct rdl_handover *h,
                              const struct rdl_sink *sink)
{
    if (h->last_loc != RDL_LOC_NONE)
        rdl_cover(sink, h->last_loc, h->loc);
}

const struct rdl_metric rdl_metric_adjacent = {
    .name = "adjacent",
    .summary = "consecutive accesses of a variable or holds of a lock",
    .form = RDL_FORM_PAIR,
    .relates = { { .relation = RDL_BETWEEN_ACCESSES,
                   .threads = RDL_ANY_THREAD },
                 { .relation = RDL_BETWEEN_HOLDS, .threads = RDL_ANY_THREAD } },
    .touch = adjacent_touch,
    .handover = adjacent_handover,
};
