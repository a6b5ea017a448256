/* reaper.h - no process of the target's outlives its execution.
 *
 * The driver is a child subreaper: whatever a target forks becomes the
 * driver's child when its own parent has died, whatever session or group it
 * has moved to.  So the strays of an execution are the driver's children that
 * the driver did not start.
 *
 * Several workers run at once, and the end of one execution must not end the
 * daemons of another: each worker's processes carry a mark that children
 * inherit, their oom_score_adj.  A process that changes its own belongs to
 * nobody and is ended with the next execution, whosever that is. */
#ifndef RDL_EXEC_REAPER_H
#define RDL_EXEC_REAPER_H

#include <sys/types.h>

#define RDL_MOST_MARKS 128

/* Called once; also ends everything when the driver exits, however it does
 * so short of SIGKILL. */
void rdl_reaper_adopt(void);
/* The driver's own children: known from their start until they are reaped. */
void rdl_reaper_know(pid_t pid);
/* waitpid without EINTR; the status, or -1 if there is no such child. */
int rdl_reaper_reap(pid_t pid);
/* In a child that is about to become a target: it and all its descendants. */
void rdl_reaper_mark(int mark);
/* Kills and reaps what such a target has left behind. */
void rdl_reaper_end(int mark);

#endif
