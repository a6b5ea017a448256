/* plain_run.h - runs the target once without the runtime, for what it prints.
 */
#ifndef RDL_EXEC_PLAIN_RUN_H
#define RDL_EXEC_PLAIN_RUN_H

#include "util/error.h"

#include <stddef.h>
#include <stdint.h>

struct rdl_plain_run { /* borrowed */
    const char *path;
    char *const *argv;
    char *const *variables; /* NAME=VALUE, in addition to raddle's own */
    size_t n_variables;
    uint64_t timeout_ns;
};

/* Its standard output, NUL-terminated, to be freed; standard input and error
 * are /dev/null.  Whatever its exit status is.  NULL if it could not be run,
 * died of a signal or timed out. */
char *rdl_plain_run(const struct rdl_plain_run *run, struct rdl_error *error);

#endif
