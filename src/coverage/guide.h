/* guide.h - a guide (base/guide.h) over one process's view of a coverage
 * memory. */
#ifndef RDL_COVERAGE_GUIDE_H
#define RDL_COVERAGE_GUIDE_H

#include "base/guide.h"
#include "coverage/collector.h"

struct rdl_coverage_guide {
    struct rdl_guide guide; /* first: the strategy has a pointer to it */
    struct rdl_coverage *coverage;
    struct rdl_pairing *pairs; /* NULL: no pairs */
    uint32_t metrics;          /* whose requirements it answers about */
    bool together;             /* all classes at once: see below */
    /* Where the i-th call returns to that the thread is inside of, from the
     * innermost on; 0: no more.  NULL: stacks are not known. */
    uintptr_t (*frame)(rdl_tid t, size_t i);
};

/* `metrics`: those that `coverage` records.  `pairs`: a name of
 * rdl_combinatorial_at, or NULL; used if it was wanted at the attach. */
void rdl_coverage_guide_init(struct rdl_coverage_guide *g,
                             struct rdl_coverage *coverage, uint32_t metrics,
                             const char *pairs);

/* Aims only at targets (rdl_requirement_aim) from now on, or again at all
 * requirements of its metrics.  With targets, these are the estimated ones to
 * the strategy, all others are as good as covered, and there are no pairs. */
void rdl_coverage_guide_aim(struct rdl_coverage_guide *g, bool targets);

/* Aims at the classes of what a change made possible (tables/classes.h), for
 * good: a target is as good as uncovered; open() counts targets and partners()
 * those that would make a new pair of targets.  `together`: all classes at
 * once. */
void rdl_coverage_guide_classes(struct rdl_coverage_guide *g, bool together);

#endif
