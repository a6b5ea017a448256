/* reaper.h - no process of the target outlives its execution.
 *
 * The driver is a child subreaper: a process that the target forked becomes the
 * driver's child when its parent has died, whatever its session or group.  So
 * the strays of an execution are those children of the driver that the driver
 * did not start.
 *
 * Several workers run at once, and the end of one execution must not end the
 * daemons of another.  So the processes of each worker carry a mark that
 * children inherit, their oom_score_adj.  A process that changes its own mark
 * belongs to no worker and ends with the next execution of any worker. */
#ifndef RDL_EXEC_REAPER_H
#define RDL_EXEC_REAPER_H

#include <sys/types.h>

#define RDL_MOST_MARKS 128

/* Call it once.  Also ends all processes when the driver exits, except by
 * SIGKILL. */
void rdl_reaper_adopt(void);
/* The driver's own children: known from their start until they are reaped. */
void rdl_reaper_know(pid_t pid);
/* waitpid without EINTR; returns the status, or -1 if there is no such
 * child. */
int rdl_reaper_reap(pid_t pid);
/* In a child that will become a target: marks it and all its descendants. */
void rdl_reaper_mark(int mark);
/* Kills and reaps the strays with that mark. */
void rdl_reaper_end(int mark);

#endif
