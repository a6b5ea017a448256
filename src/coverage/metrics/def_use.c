/* def_use.c - Def-Use(l1,l2): a read or write at l2 finds the write at l1 as
 * the latest of the variable; any threads.
 *
 * Tasiran et al., ESE 17(3), 2012; thesis, definitions 9 and 15 (whose
 * second operator is that of the later operation). */
#include "coverage/coverage.h"

static void def_use_touch(const struct rdl_touch *t,
                          const struct rdl_sink *sink)
{
    if (t->write_loc != RDL_LOC_NONE)
        rdl_cover(sink, t->write_loc, t->loc);
}

const struct rdl_metric rdl_metric_def_use = {
    .name = "def-use",
    .summary = "which access found which write",
    .form = RDL_FORM_PAIR,
    .relates = { { .relation = RDL_BETWEEN_WRITES,
                   .threads = RDL_ANY_THREAD } },
    .touch = def_use_touch,
};
