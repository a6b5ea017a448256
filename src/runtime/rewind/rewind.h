/* rewind.h - the process goes back to main instead of ending.
 *
 * rewind.c owns the loop; rewind/image/image.c the memory; the parts of list.h
 * the rest. */
#ifndef RDL_RUNTIME_REWIND_REWIND_H
#define RDL_RUNTIME_REWIND_REWIND_H

#include "base/shared.h"

#include <stdbool.h>

/* Does this process run its executions in place? */
extern bool rdl_rewinds;
/* What this process runs its executions in. */
extern enum rdl_rung rdl_rung_now;

/* The target touched something that a rewind does not bring back, but the rung
 * does.  The execution goes on; the next one is run on that rung.  `why` is
 * what the target did, as in "it changed its user id". */
void rdl_rewind_cannot(enum rdl_rung rung, const char *why, uintptr_t pc);

/* The target touched something that no rung brings back ("it writes to the
 * file system"): told once. */
void rdl_rewind_persists(const char *what, uintptr_t pc);

/* start/start.c: the server was asked to run in place.  Takes the snapshot if
 * there is none; returns, on main's stack, once for each execution. */
void rdl_rewind_serve(int control);
/* sched/finish.c: the execution is over and its outcome written. */
_Noreturn void rdl_rewind_over(void);

#endif
