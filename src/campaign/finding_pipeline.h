/* finding_pipeline.h - a finding is worth nothing until it can be had again:
 * its schedule goes to disk at once, and is replayed from there.
 *
 * What a worker that rewinds has found is replayed in a new process: if the
 * rewind ever left something behind, a failure that comes from that must not
 * pass for one of the program. */
#ifndef RDL_CAMPAIGN_FINDING_PIPELINE_H
#define RDL_CAMPAIGN_FINDING_PIPELINE_H

#include "campaign/campaign.h"

/* Can schedules be written to the directory `out`?  Better asked now than after
 * an hour.  Does not make it. */
bool rdl_finding_pipeline_check(const char *out, struct rdl_error *error);

/* Writes <out>/<kind>-<id>.schedule for the finding in the worker's memory,
 * replays it, shrinks it (minimize/minimize.h) if it failed again, and fills
 * what found has about that. */
void rdl_finding_pipeline(struct rdl_campaign *c, struct rdl_worker *w,
                          const struct rdl_config *config,
                          struct rdl_found *found);

#endif
