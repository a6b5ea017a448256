/* reads_from.c - (l1,l2): the read at l2 sees the value written at l1, by any
 * thread; RDL_LOC_NONE is the initial value.
 *
 * The relation that reads-from guided testing explores (Wolff et al., ASPLOS
 * 2024); unlike Def-Use it has no write-write pairs.
 *
 * An atomic read-modify-write that leaves the value as it was is a read only
 * (runtime/memory/atomic.c): after atomic_fetch_add(&x, 0) alone, a read of x
 * sees the initial value.  A store of the same value is a write. */
#include "coverage/coverage.h"

static void reads_from_touch(const struct rdl_touch *t,
                             const struct rdl_sink *sink)
{
    if (t->reads && (t->write_loc != RDL_LOC_NONE || !sink->late))
        rdl_cover(sink, t->write_loc, t->loc);
}

const struct rdl_metric rdl_metric_reads_from = {
    .name = "reads-from",
    .summary = "which read saw which write, or the initial value",
    .form = RDL_FORM_PAIR,
    .relates = { { .relation = RDL_BETWEEN_WRITES,
                   .q = RDL_SIDE_READS,
                   .threads = RDL_ANY_THREAD,
                   .initial = true } },
    .touch = reads_from_touch,
};
