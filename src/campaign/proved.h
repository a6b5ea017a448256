/* proved.h - what a complete exploration of every interleaving says about
 * coverage: of the metrics that it recorded, and whose requirements follow from
 * the interleaving alone (rdl_metrics_by_interleaving), what is not covered is
 * impossible with this program, these arguments and this input.
 *
 * It is not said if the exploration left out an outcome that raddle test may
 * choose (a spurious wake-up, a weak failure, a time-out that ends early), or
 * if an interleaving failed: raddle test may go on after some failures.
 *
 * The store has it for later sessions.  One that covers anything new of such a
 * metric shows that the program ran in another way, for instance with another
 * input: the proof does not count for that metric any more.  It does not count
 * either where more can happen from the outset. */
#ifndef RDL_CAMPAIGN_PROVED_H
#define RDL_CAMPAIGN_PROVED_H

#include "campaign/campaign.h"

/* The metrics that earlier sessions proved are so far; at the beginning. */
void rdl_proved_resume(struct rdl_campaign *c, uint32_t metrics);
/* Set of enum rdl_metric_id. */
uint32_t rdl_proved_metrics(const struct rdl_campaign *c);
/* Of these metrics: how many requirements are estimated and impossible, and how
 * many are known and not impossible. */
uint64_t rdl_proved_impossible(const struct rdl_campaign *c, uint32_t metrics);
uint64_t rdl_proved_possible(const struct rdl_campaign *c, uint32_t metrics);

#endif
