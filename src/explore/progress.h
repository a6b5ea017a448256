/* progress.h - how much of an exploration is done.
 *
 * Weighted backtracking (Kilby, Slaney, Thiebaux, Walsh, AAAI 2006): each
 * branch of a step is taken for equally large.  New branches are found late, so
 * the share is too large at first: it tells an order of magnitude.  The number
 * of open branches is exact, and each leads to an execution of its own. */
#ifndef RDL_EXPLORE_PROGRESS_H
#define RDL_EXPLORE_PROGRESS_H

#include "explore/explore.h"

struct rdl_explore_progress {
    double share;  /* of the tree that is done, 0..1 */
    uint64_t open; /* branches that are found and not explored */
};

/* Between two executions; takes some ns for each step of the latest. */
struct rdl_explore_progress rdl_explore_progress(const struct rdl_explore *x);

#endif
