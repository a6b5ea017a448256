/* isolation.h - tells the driver what the isolation of executions does not
 * bring back. */
#ifndef RDL_RUNTIME_OBSERVE_ISOLATION_H
#define RDL_RUNTIME_OBSERVE_ISOLATION_H

#include "runtime/core/control.h"

#include <stdint.h>

/* The target touched something that a rewind does not bring back, but the rung
 * does.  The execution goes on; the next one is run on that rung.  `why` is
 * what the target did, as in "it changed its user id". */
void rdl_rewind_cannot(enum rdl_rung rung, const char *why, uintptr_t pc);

/* The target touched something that no rung brings back ("it writes to the
 * file system"): told once. */
void rdl_rewind_persists(const char *what, uintptr_t pc);

#endif
