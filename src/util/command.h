/* command.h - runs another program to its end and keeps what it wrote. */
#ifndef RDL_UTIL_COMMAND_H
#define RDL_UTIL_COMMAND_H

#include "util/error.h"

#include <stdint.h>

struct rdl_command_result {
    int status; /* exit status; 128 + signal; 127: it could not be started */
    char *out, *err;
    bool late; /* it took too long, and was ended */
};

/* The first of the NULL-terminated words is looked up in $PATH unless it has a
 * slash.  False only if raddle has no descriptor or process for it. */
bool rdl_command_run(char *const *argv, struct rdl_command_result *result,
                     struct rdl_error *e);
/* The same for at most `ms` milliseconds; 0: no limit. */
bool rdl_command_run_within(char *const *argv, uint64_t ms,
                            struct rdl_command_result *result,
                            struct rdl_error *e);
void rdl_command_free(struct rdl_command_result *result);

#endif
