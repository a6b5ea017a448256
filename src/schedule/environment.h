/* environment.h - the part of the environment that a schedule stores.
 *
 * Only variables that are known to change what a threaded program does.  The
 * whole environment would put tokens and passwords into a file that people
 * attach to bug reports. */
#ifndef RDL_SCHEDULE_ENVIRONMENT_H
#define RDL_SCHEDULE_ENVIRONMENT_H

#include "schedule/schedule.h"

/* Copies them from the driver's environment. */
void rdl_environment_record(struct rdl_schedule *s);
/* The driver's environment with these variables set as in the schedule.  The
 * caller frees the array; its strings belong to the environment and the
 * schedule. */
char **rdl_environment_of(const struct rdl_schedule *s);

#endif
