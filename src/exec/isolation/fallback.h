/* fallback.h - which isolation the program allows.
 *
 * From the lightest to the heaviest: rewind, fork, exec (enum
 * rdl_isolation_level).  If an isolation cannot restore what the target did,
 * raddle takes the lightest one that can, and never goes back to a lighter one.
 */
#ifndef RDL_EXEC_ISOLATION_FALLBACK_H
#define RDL_EXEC_ISOLATION_FALLBACK_H

#include "exec/worker.h"

struct rdl_step_down {
    const struct rdl_isolation *to; /* NULL: stay */
    char why[160];
    uintptr_t pc; /* 0 if none */
};

/* Before the first request: what the options do not allow. */
struct rdl_step_down
rdl_isolation_fallback_begin(const struct rdl_worker_options *options,
                             const struct rdl_config *config);
/* After a request: what the target did. */
struct rdl_step_down
rdl_isolation_fallback_look(const struct rdl_worker *w,
                            const struct rdl_run_result *ran);

#endif
