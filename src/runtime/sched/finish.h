/* finish.h - how an execution ends.  Interceptors use core/interceptor.h. */
#ifndef RDL_RUNTIME_SCHED_FINISH_H
#define RDL_RUNTIME_SCHED_FINISH_H

#include "base/shared.h"

/* Exit status of a process that ended with a finding. */
#define RDL_EXIT_FOUND 1
/* Writes the outcome of the execution that ends now, for the driver. */
void rdl_finish_write(enum rdl_state state, int status);
/* The execution has reached the bound on steps: a detector reports a finding,
 * or the execution is cut. */
_Noreturn void rdl_finish_cut(void);
/* The execution has reached its time limit while its threads took steps: it is
 * cut. */
_Noreturn void rdl_finish_late(void);

/* The rest of this execution is explored elsewhere. */
_Noreturn void rdl_finish_explored(void);

#endif
