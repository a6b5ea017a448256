/* coverage.h - the observer that feeds the coverage collector, and what
 * strategies ask of it (base/guide.h).
 *
 * Of memory only what threads were seen to share counts (sharing.h), except
 * under isolation exec and with --no-learn, where raddle knows nothing about
 * that: there all accesses count.  Off at a replay, in children of the
 * target's fork, and without --metrics. */
#ifndef RDL_RUNTIME_OBSERVE_COVERAGE_H
#define RDL_RUNTIME_OBSERVE_COVERAGE_H

#include "strategy/strategy.h"

#include <stdbool.h>

/* The driver's memory, named by a descriptor; once, at the start. */
void rdl_observe_coverage_map(int fd);
/* In the process that runs executions, before the first and before anything
 * is saved for a rewind. */
void rdl_observe_coverage_open(void);
/* In a process that forks one for each execution: takes in what all covered,
 * lest every child does it anew. */
void rdl_observe_coverage_sync(void);
/* Code has gone away: another may come in its place. */
void rdl_observe_coverage_forget_code(void);
/* Something happened, of whatever kind: for threads that run free (noise.h),
 * while an execution is observed. */
void rdl_observe_coverage_feed(const struct rdl_event *e);

/* Is there what the strategy is guided by?  Not where there is no memory for
 * coverage, which was noted. */
bool rdl_observe_coverage_guides(const struct rdl_strategy *s);
/* The guide of a strategy over the metric it names; NULL if it names none. */
const struct rdl_guide *
rdl_observe_coverage_guide(const struct rdl_strategy *s);

#endif
