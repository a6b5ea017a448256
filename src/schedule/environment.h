/* environment.h - the part of the environment that a schedule carries.
 *
 * Only variables known to change what a threaded program does: the whole
 * environment would put tokens and passwords into a file that people attach
 * to bug reports. */
#ifndef RDL_SCHEDULE_ENVIRONMENT_H
#define RDL_SCHEDULE_ENVIRONMENT_H

#include "schedule/schedule.h"

/* Copies them from the driver's environment. */
void rdl_environment_record(struct rdl_schedule *s);
/* Makes the driver's environment, hence the target's, like the record. */
void rdl_environment_restore(const struct rdl_schedule *s);

#endif
