/* isolation.h - informs the driver of changes that the isolation of executions
 * cannot undo. */
#ifndef RDL_RUNTIME_OBSERVE_ISOLATION_H
#define RDL_RUNTIME_OBSERVE_ISOLATION_H

#include "runtime/core/control.h"

#include <stdint.h>

/* The target changed something that a rewind cannot undo, but `level` can.  The
 * execution continues; the next one runs on that level.  `why` is what the
 * target did, for instance "it changed its user id". */
void rdl_rewind_cannot(enum rdl_isolation_level level, const char *why,
                       uintptr_t pc);

/* The target changed something that no level can undo ("it writes to the file
 * system"): gives a note, once. */
void rdl_rewind_persists(const char *what, uintptr_t pc);

#endif
