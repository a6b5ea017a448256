/* pipeline.h - a finding is worth nothing until it can be reproduced:
 * raddle writes its schedule to disk at once and replays it from there.
 *
 * If the worker rewinds, raddle replays the finding in a new process.  Should a
 * rewind ever leave something behind, raddle must not report a failure due to
 * that as one of the program. */
#ifndef RDL_CAMPAIGN_FINDINGS_PIPELINE_H
#define RDL_CAMPAIGN_FINDINGS_PIPELINE_H

#include "campaign/campaign.h"

/* Can raddle write schedules to the directory `out`?  Better to check now than
 * after an hour.  Does not create it. */
bool rdl_finding_pipeline_check(const char *out, struct rdl_error *error);

/* Writes <out>/<kind>-<id>.schedule for the finding in the worker's memory,
 * replays it, shrinks it (minimize/minimize.h) if it failed again, and fills in
 * what `found` has about that. */
void rdl_finding_pipeline(struct rdl_campaign *c, struct rdl_worker *w,
                          const struct rdl_config *config,
                          struct rdl_found *found);

#endif
