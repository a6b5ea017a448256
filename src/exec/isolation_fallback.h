/* isolation_fallback.h - which isolation can be used.
 *
 * From the lightest to the heaviest: rewind, fork, exec (enum rdl_rung).  What
 * a rung cannot bring back is done on the lightest that can; nobody ever goes
 * up again. */
#ifndef RDL_EXEC_ISOLATION_FALLBACK_H
#define RDL_EXEC_ISOLATION_FALLBACK_H

#include "exec/worker.h"

struct rdl_step_down {
    const struct rdl_isolation *to; /* NULL: stay */
    char why[160];
    uintptr_t pc; /* 0 if none */
};

/* Before anything has run: what these options do not go with. */
struct rdl_step_down
rdl_isolation_fallback_begin(const struct rdl_worker_options *options,
                             const struct rdl_config *config);
/* After a request: what the target did. */
struct rdl_step_down
rdl_isolation_fallback_look(const struct rdl_worker *w,
                            const struct rdl_run_result *ran);

#endif
