/* coverage.h - the observer that feeds the coverage collector, and the queries
 * of strategies about coverage (base/guide.h).
 *
 * Only memory that threads were seen to share counts (sharing.h), except under
 * isolation exec and with --no-learn: there raddle does not know what is
 * shared, and all accesses count.  Of an execution that is observed for the
 * driver's estimates, all accesses are kept, and at its end those to memory
 * that has not become shared are dropped: the estimate must not miss the
 * accesses before the one that showed that memory is shared.  That costs about
 * 10 ns and 32 bytes for each such access.
 *
 * It is off in a replay, in children that the
 * target forked, and without --metrics. */
#ifndef RDL_RUNTIME_OBSERVE_COVERAGE_H
#define RDL_RUNTIME_OBSERVE_COVERAGE_H

#include "strategy/strategy.h"

#include <stdbool.h>

/* Maps the driver's memory from a descriptor; once, at the start. */
void rdl_observe_coverage_map(int fd);
/* In the process that runs executions, before the first one and before a
 * snapshot for the rewind. */
void rdl_observe_coverage_open(void);
/* In a process that forks one for each execution: takes over what all
 * executions covered, so that no child has to do it again. */
void rdl_observe_coverage_sync(void);
/* Code was unloaded: other code may be loaded at its address. */
void rdl_observe_coverage_forget_code(void);
/* The execution has ended without a finding, and counts: each requirement that
 * it covered gets one more. */
void rdl_observe_coverage_count(void);
/* Is coverage of this execution recorded? */
bool rdl_observe_coverage_on(void);
/* An event of any kind happened: for threads that run freely (noise.h), while
 * coverage is on. */
void rdl_observe_coverage_feed(const struct rdl_event *e);

/* Is the coverage available that guides the strategy?  False if there is no
 * memory for coverage; the user has a note about that. */
bool rdl_observe_coverage_guides(const struct rdl_strategy *s);
/* The guide of a strategy over the metric it names; NULL if it does not name
 * one. */
const struct rdl_guide *
rdl_observe_coverage_guide(const struct rdl_strategy *s);

#endif
