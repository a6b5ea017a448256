/* variables.h - the part of the environment that a schedule carries.
 *
 * Only variables known to change what a threaded program does: the whole
 * environment would put tokens and passwords into a file that people attach
 * to bug reports. */
#ifndef RDL_CAMPAIGN_VARIABLES_H
#define RDL_CAMPAIGN_VARIABLES_H

#include "campaign/schedule.h"

/* Copies them from the driver's environment. */
void rdl_variables_record(struct rdl_schedule *s);
/* Makes the driver's environment, hence the target's, like the record. */
void rdl_variables_restore(const struct rdl_schedule *s);

#endif
