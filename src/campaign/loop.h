/* loop.h - the exploration loop: runs executions until it finds something, the
 * explorer is done or the budget is spent.
 *
 * With one job a campaign repeats bit for bit from its seed.  With more, the
 * workers take disjoint ranges of execution numbers; what they learn about the
 * length of executions then arrives at another moment each time. */
#ifndef RDL_CAMPAIGN_LOOP_H
#define RDL_CAMPAIGN_LOOP_H

#include "campaign/campaign.h"

/* Takes over `input`.  *c must not move.  After false there is nothing to
 * free. */
bool rdl_campaign_make(struct rdl_campaign *c,
                       const struct rdl_campaign_options *options,
                       const struct rdl_campaign_owner *owner,
                       const struct rdl_stdin *input, struct rdl_error *error);
/* False: raddle could not go on.  The results up to then are in *c. */
bool rdl_campaign_run(struct rdl_campaign *c, struct rdl_error *error);

#endif
