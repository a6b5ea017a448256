/* lr_def.c - LR-Def: a read at l sees a value that its own thread wrote, L(l),
 * or that another thread wrote, R(l).  Initial values are neither.
 *
 * Lu et al., FSE 2007; thesis, definitions 16 and 17 (which prints write for
 * read). */
#include "coverage/coverage.h"

static void lr_def_touch(const struct rdl_touch *t, const struct rdl_sink *sink)
{
    if (!t->reads || t->write_loc == RDL_LOC_NONE)
        return;
    rdl_cover(sink, t->write_thread == t->thread ? RDL_LOC_OWN : RDL_LOC_OTHER,
              t->loc);
}

const struct rdl_metric rdl_metric_lr_def = {
    .name = "lr-def",
    .summary = "reads of own writes, reads of others'",
    .form = RDL_FORM_SIDE,
    .relates = { { .relation = RDL_BETWEEN_WRITES,
                   .q = RDL_SIDE_READS,
                   .threads = RDL_ANY_THREAD } },
    .touch = lr_def_touch,
};
