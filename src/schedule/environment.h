/* environment.h - the part of the environment that a schedule stores.
 *
 * Only variables that can change what the program does: those that it asks for
 * (getenv), set or not, and those that the C library and the runtimes of OpenMP
 * and test frameworks read in ways that raddle does not see.  The whole
 * environment would put tokens and passwords into a file that people attach to
 * bug reports. */
#ifndef RDL_SCHEDULE_ENVIRONMENT_H
#define RDL_SCHEDULE_ENVIRONMENT_H

#include "schedule/schedule.h"
#include "base/shared.h"

/* Copies them from `environment`, where the execution in `shared` ran.  One
 * that the program asked for in vain is stored as NAME. */
void rdl_environment_record(struct rdl_schedule *s, char *const *environment,
                            const struct rdl_shared *shared);
/* The driver's environment with these variables as in the schedule.  The caller
 * frees the array; its strings belong to the environment and the schedule. */
char **rdl_environment_of(const struct rdl_schedule *s);
/* May a schedule store a variable of this name?  Not those of the loader and of
 * raddle, which decide what code runs. */
bool rdl_environment_may_store(const char *entry);

#endif
