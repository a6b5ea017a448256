/* startup.h - describes where a process is that has not reached main: for the
 * user, or for us if the fault is raddle's. */
#ifndef RDL_EXEC_STARTUP_H
#define RDL_EXEC_STARTUP_H

#include "base/shared.h"

#include <sys/types.h>

#define RDL_STARTUP_STAGE 120

/* Writes "while ...".  If `pid` is not 0, the process is still there, and the
 * text also says what it does. */
void rdl_startup_look(const struct rdl_shared *shared, pid_t pid,
                      char out[RDL_STARTUP_STAGE]);

#endif
