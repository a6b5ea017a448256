/* campaign.c - see campaign.h. */
#include "campaign/campaign.h"

void rdl_campaign_count(const struct rdl_campaign *c, uint64_t *executions,
                        uint64_t *steps)
{
    *executions = c->totals.executions;
    *steps = c->totals.steps;
    rdl_workers_count(&c->workers, executions, steps);
}

bool rdl_campaign_capped(const struct rdl_campaign *c)
{
    return c->before.capped || rdl_coverage_session_capped(&c->observe);
}
