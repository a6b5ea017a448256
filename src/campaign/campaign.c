/* campaign.c - see campaign.h. */
#include "campaign/campaign.h"

void rdl_campaign_resume(struct rdl_campaign *c,
                         struct rdl_store_totals *before)
{
    c->findings = (struct rdl_findings){ .n = before->n_findings,
                                         .all = before->findings };
    before->n_findings = 0;
    before->findings = NULL;
    c->before = *before;
    c->budget.first = c->budget.handed = before->next;
    if (c->observe.fd < 0)
        return;
    c->totals.covered =
        rdl_coverage_covered(c->observe.memory, c->options.metrics);
    c->goal.base = c->totals.covered;
    /* What they covered is not new to this session. */
    rdl_coverage_session_look(&c->observe);
}

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
