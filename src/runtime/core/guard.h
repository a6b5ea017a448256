/* guard.h - work of the runtime on what the target may have destroyed.
 *
 * A finding shows stacks, and what threads wait for lies on stacks; a target
 * that fails may have written over any of it.  A fault there is the end of that
 * work, not of the execution, and not a failure of its own. */
#ifndef RDL_RUNTIME_CORE_GUARD_H
#define RDL_RUNTIME_CORE_GUARD_H

#include <stdbool.h>

/* Calls work(argument), which switches to no other thread.  False: it faulted
 * and was left there. */
bool rdl_guard_run(void (*work)(void *), void *argument);

/* From the handler of a fault: returns only if no such work is under way. */
void rdl_guard_leave(void);

#endif
