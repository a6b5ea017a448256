/* startup.h - where a process stands that has not come as far as main, in
 * words: for the user, or for us if the fault is raddle's. */
#ifndef RDL_EXEC_STARTUP_H
#define RDL_EXEC_STARTUP_H

#include "base/shared.h"

#include <sys/types.h>

#define RDL_STANDS 120

/* "while ..."; pid: the process is still there, and what it does is said as
 * well; 0: it is gone. */
void rdl_startup_look(const struct rdl_shared *shared, pid_t pid,
                      char stands[RDL_STANDS]);

#endif
