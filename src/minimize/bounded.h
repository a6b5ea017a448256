/* bounded.h - looks for the same failure with few preemptions, from zero
 * upwards.
 *
 * A schedule from which no single preemption can be left out need not have the
 * fewest: the same failure may happen in another way.  So raddle tries
 * executions with 0, 1, 2, ... preemptions, fewer than the best one (iterative
 * context bounding: Musuvathi and Qadeer, PLDI 2007; here a sample of them).
 * Each is an earlier one with another preemption after its last, or with
 * another thread where one could not continue, which costs nothing.  Most new
 * preemptions are after the code after which the best one has its own, others
 * before steps at which threads meet. */
#ifndef RDL_MINIMIZE_BOUNDED_H
#define RDL_MINIMIZE_BOUNDED_H

#include "minimize/minimize.h"

/* True if it found one with fewer preemptions, which is the best now. */
bool rdl_minimize_bounded(struct rdl_minimize *k);

#endif
