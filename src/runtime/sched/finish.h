/* finish.h - how an execution ends; what interceptors call is in
 * core/interceptor.h. */
#ifndef RDL_RUNTIME_SCHED_FINISH_H
#define RDL_RUNTIME_SCHED_FINISH_H

#include "base/shared.h"

#define RDL_EXIT_FOUND 1 /* status of a process that ended with a finding */
/* The outcome for the driver, of an execution that ends here. */
void rdl_finish_write(enum rdl_state state, int status);

#endif
