/* campaign.c - see campaign.h. */
#include "campaign/campaign.h"

#include "detect/detector.h"
#include "util/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void rdl_campaign_fail(struct rdl_campaign *c, const struct rdl_error *error)
{
    if (!rdl_error_is_set(&c->error))
        c->error = *error;
}

void rdl_campaign_warn(const struct rdl_campaign *c, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    if (c->owner.warn == NULL)
        return;
    va_start(args, format);
    if (vasprintf(&text, format, args) >= 0)
        c->owner.warn(c->owner.data, text);
    va_end(args);
    free(text);
}

void rdl_campaign_resume(struct rdl_campaign *c,
                         struct rdl_store_totals *before)
{
    for (size_t i = 0; i < before->n_findings; i++) {
        const struct rdl_found *f = &before->findings[i];
        bool warning = rdl_detector_severity(f->kind) == RDL_WARNING;

        *rdl_findings_new(warning ? &c->warnings : &c->findings, f->id) = *f;
    }
    free(before->findings); /* what they point to is the campaign's now */
    before->n_findings = 0;
    before->findings = NULL;
    c->before = *before;
    c->budget.first = c->budget.handed = before->next;
    if (c->observe.fd < 0)
        return;
    c->totals.covered =
        rdl_coverage_covered(c->observe.memory, c->options.metrics);
    c->goal.base = c->totals.covered;
    /* What earlier sessions covered is not new to this one. */
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
