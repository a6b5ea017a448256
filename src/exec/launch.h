/* launch.h - starts the target with the runtime inside. */
#ifndef RDL_EXEC_LAUNCH_H
#define RDL_EXEC_LAUNCH_H

#include "util/error.h"

#include <stddef.h>
#include <sys/types.h>

struct rdl_launch { /* all borrowed */
    const char *path;
    char *const *argv;
    const char *runtime; /* libraddle.so */
    /* Of the target; NULL: raddle's own. */
    const char *directory;
    char *const *environment; /* NAME=VALUE, NULL-terminated */
    /* Descriptors; those of the driver are >= 700. */
    int shared, input, output;
    int coverage; /* -1: none */
    int mark;     /* see reaper.h */
};

/* The strings NAME=VALUE that the target's environment gets, to be freed.
 * control < 0: no fork server. */
#define RDL_LAUNCH_VARIABLES 6
size_t rdl_launch_variables(const struct rdl_launch *l, int control,
                            char *out[RDL_LAUNCH_VARIABLES]);

/* In a child, before exec: sets the target's directory and environment.
 * Ignores a directory that it cannot enter. */
void rdl_launch_place(const struct rdl_launch *l);

/* Starts it in a session of its own, without address randomisation if possible;
 * it dies with the driver.  Returns the child's pid, to be reaped by
 * rdl_reaper_reap(); -errno of exec; or 0 and `failure`, if raddle could not
 * make a process. */
pid_t rdl_launch_start(const struct rdl_launch *l, int control,
                       struct rdl_error *failure);

/* Runs a command by /bin/sh, in a session of its own, with the mark of the
 * first worker; its output goes to `output`.  Returns its pid, or -1. */
pid_t rdl_launch_shell(const char *command, int output,
                       struct rdl_error *failure);

#endif
