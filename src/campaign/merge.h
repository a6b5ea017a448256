/* merge.h - several campaigns of one program in one run of raddle, reported as
 * one. */
#ifndef RDL_CAMPAIGN_MERGE_H
#define RDL_CAMPAIGN_MERGE_H

#include "campaign/campaign.h"

/* `c` has ended, and so had `earlier` before it began: adds what that one
 * counted, found and noted, and takes it from there.  `earlier` is closed. */
void rdl_campaign_merge(struct rdl_campaign *c, struct rdl_campaign *earlier);

#endif
