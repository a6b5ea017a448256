/* bounded.h - the same failure, looked for from the bottom.
 *
 * A schedule from which no single preemption can be left out need not have the
 * fewest: the same failure may come about in another way.  So executions are
 * tried that have 0, 1, 2, ... preemptions, fewer than the best one (iterative
 * context bounding: Musuvathi and Qadeer, PLDI 2007; here a sample of them).
 * Each is an earlier one with another preemption behind its last, or with
 * another thread where one could not go on, which costs nothing.  Most
 * preemptions come after the code after which the best one has its own, others
 * before steps at which threads meet. */
#ifndef RDL_MINIMIZE_BOUNDED_H
#define RDL_MINIMIZE_BOUNDED_H

#include "minimize/minimize.h"

/* True if one with fewer preemptions was found; it is the best now. */
bool rdl_minimize_bounded(struct rdl_minimize *k);

#endif
