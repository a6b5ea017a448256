/* begin.h - an execution begins and ends for the scheduler. */
#ifndef RDL_RUNTIME_SCHED_BEGIN_H
#define RDL_RUNTIME_SCHED_BEGIN_H

#include <stdbool.h>

/* Starts an execution: thread 0 is the caller. */
void rdl_sched_begin(void);
/* In the child of the target's fork, which nobody records: a random walk that
 * depends on where it was forked, not on what the strategy knew. */
void rdl_sched_child(void);
/* It is over, with a finding or without. */
void rdl_sched_end(bool found);

#endif
