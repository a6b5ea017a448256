/* goal.h - how far a campaign is from the coverage that it wants.
 *
 * A request that has ended is one sample of the stop condition for each of its
 * executions; what other jobs covered meanwhile counts at once. */
#ifndef RDL_CAMPAIGN_COVERAGE_GOAL_H
#define RDL_CAMPAIGN_COVERAGE_GOAL_H

#include "campaign/campaign.h"

/* Executions [from, to) have ended: adds what the request was the first to
 * cover (the session's `fresh`) to the totals. */
void rdl_goal_sample(struct rdl_campaign *c, uint64_t from, uint64_t to);
/* Enough is covered, or never will be; a request under way may change that. */
bool rdl_goal_over(const struct rdl_campaign *c);

#endif
