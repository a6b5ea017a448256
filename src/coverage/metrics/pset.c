/* pset.c - PSet(l1,l2): the access at l2 depends on the one at l1 of another
 * thread.  Any access depends on the latest write, whatever was read since.  A
 * write also depends on the very last read since the write before; if the
 * writer itself made that read, on none.
 *
 * Yu and Narayanasamy, ISCA 2009; thesis, definition 18, whose third case
 * prints next-lock for the next write and omits that the threads differ. */
#include "coverage/coverage.h"

static void pset_touch(const struct rdl_touch *t, const struct rdl_sink *sink)
{
    if (t->write_loc != RDL_LOC_NONE && t->write_thread != t->thread)
        rdl_cover(sink, t->write_loc, t->loc);
    if (t->writes && t->read_loc != RDL_LOC_NONE && t->read_thread != t->thread)
        rdl_cover(sink, t->read_loc, t->loc);
}

const struct rdl_metric rdl_metric_pset = {
    .name = "pset",
    .summary = "which access depended on which of another thread",
    .form = RDL_FORM_PAIR,
    .relates = { { .relation = RDL_BETWEEN_WRITES,
                   .threads = RDL_OTHER_THREAD },
                 { .relation = RDL_BETWEEN_ACCESSES,
                   .p = RDL_SIDE_ONLY_READS,
                   .q = RDL_SIDE_WRITES,
                   .threads = RDL_OTHER_THREAD } },
    .touch = pset_touch,
};
