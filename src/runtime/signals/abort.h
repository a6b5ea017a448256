/* abort.h - the target ends by SIGABRT: abort, failed assertions. */
#ifndef RDL_RUNTIME_SIGNALS_ABORT_H
#define RDL_RUNTIME_SIGNALS_ABORT_H

#include "detect/detector.h"

#include <stdint.h>

/* The calling thread aborts because of `text` (file and line if a failed
 * assertion names them): the target's handler of SIGABRT runs, and if it
 * returns, the execution ends with the finding. */
_Noreturn void rdl_abort(enum rdl_moment_kind kind, const char *text,
                         const char *file, unsigned line, uintptr_t pc);
/* SIGABRT ends the process: the finding is the reason for it, if known. */
void rdl_abort_moment(uintptr_t pc);

#endif
