/* begin.h - the scheduler's state at the start and end of an execution. */
#ifndef RDL_RUNTIME_SCHED_BEGIN_H
#define RDL_RUNTIME_SCHED_BEGIN_H

#include <stdbool.h>

/* Starts an execution: thread 0 is the caller. */
void rdl_sched_begin(void);
/* In a child that the target forked: the runtime does not record it.  It runs a
 * random walk that depends on where the fork happened, not on the strategy's
 * state. */
void rdl_sched_child(void);
/* The execution is over, with or without a finding. */
void rdl_sched_end(bool found, bool cut);

#endif
