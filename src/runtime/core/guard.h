/* guard.h - lets the runtime read memory that the target may have corrupted.
 *
 * A finding shows stacks, and the wait records of threads lie on stacks.  A
 * failing target may have overwritten any of them.  A fault while the runtime
 * reads them ends only that work: it neither ends the execution nor counts as a
 * failure. */
#ifndef RDL_RUNTIME_CORE_GUARD_H
#define RDL_RUNTIME_CORE_GUARD_H

#include <stdbool.h>

/* Calls work(argument), which must not switch threads.  Returns false if the
 * work faulted and was abandoned there. */
bool rdl_guard_run(void (*work)(void *), void *argument);

/* For the fault handler: abandons the guarded work; returns only if no such
 * work is in progress. */
void rdl_guard_leave(void);

#endif
