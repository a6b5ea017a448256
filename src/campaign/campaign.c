/* campaign.c - see campaign.h. */
#include "campaign/campaign.h"

#include "base/hash.h"
#include "campaign/proved.h"
#include "detect/detector.h"
#include "strategy/strategy.h"
#include "util/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void rdl_campaign_fail(struct rdl_campaign *c, const struct rdl_error *error)
{
    if (!rdl_error_is_set(&c->error))
        c->error = *error;
}

bool rdl_campaign_replaced(struct rdl_campaign *c)
{
    const struct rdl_program_file now =
        rdl_program_file_at(c->options.worker.path);

    if (!rdl_program_file_same(&now, &c->file))
        c->replaced = true;
    return c->replaced;
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

bool rdl_campaign_warns(const struct rdl_campaign *c, const char *kind)
{
    const struct rdl_detector *d = rdl_detector_find(kind);

    return d != NULL && d->severity == RDL_WARNING &&
           !rdl_detectors_have(c->options.failing, rdl_detector_index(d));
}

uint64_t rdl_campaign_identity(const struct rdl_campaign *c,
                               const struct rdl_stdin *input)
{
    const struct rdl_config *config = &c->options.config;
    uint64_t size, hash;

    rdl_stdin_digest(input, &size, &hash);
    hash = rdl_mix(rdl_mix(hash, size), rdl_hash_text(config->strategy));
    hash = rdl_mix(rdl_mix(hash, config->explore_bound), config->explore_most);
    hash = rdl_mix(hash, config->explore_spurious);
    hash = rdl_mix(hash, config->explore_weak);
    /* What was covered before must be recorded, too: campaign/proved.h. */
    hash = rdl_mix(rdl_mix(hash, c->options.metrics), c->options.pairs);
    hash = rdl_mix(rdl_mix(hash, config->max_steps), config->flags);
    hash = rdl_mix(rdl_mix(hash, config->disabled), config->continued);
    for (char *const *a = c->options.worker.argv; a != NULL && *a != NULL; a++)
        hash = rdl_mix(hash, rdl_hash_text(*a));
    return hash;
}

void rdl_campaign_resume(struct rdl_campaign *c,
                         struct rdl_store_totals *before)
{
    for (size_t i = 0; i < before->n_findings; i++) {
        struct rdl_found *f = &before->findings[i];

        f->warning = rdl_campaign_warns(c, f->kind);
        *rdl_findings_new(f->warning ? &c->warnings : &c->findings, f->id) = *f;
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
    rdl_proved_resume(c, before->proved);
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

void rdl_campaign_close(struct rdl_campaign *c)
{
    rdl_workers_free(&c->workers);
    c->workers = (struct rdl_workers){ .n = 0 };
    rdl_coverage_session_free(&c->observe);
    c->observe = (struct rdl_coverage_session){ .fd = -1 };
    rdl_exploration_close(&c->exploration);
    rdl_delta_mark_reset(&c->saved);
}

void rdl_campaign_free(struct rdl_campaign *c)
{
    rdl_campaign_close(c);
    rdl_findings_free(&c->findings);
    rdl_findings_free(&c->warnings);
    rdl_predictions_free(&c->predictions);
    rdl_foresight_free(&c->foresight);
    rdl_notes_free(&c->notes);
}

const void *rdl_campaign_strategy_memory(const struct rdl_campaign *c,
                                         size_t worker,
                                         const struct rdl_strategy *s)
{
    const char *all = rdl_shared_data(
        c->workers.jobs[worker].worker.memory.shared, RDL_STRATEGY_BYTES);

    return all + rdl_strategy_memory_at(s);
}

uint64_t rdl_campaign_skipped(const struct rdl_campaign *c)
{
    const struct rdl_strategy *s =
        rdl_strategy_find(c->options.config.strategy);
    uint64_t n = 0;

    if (s == NULL || s->skipped == NULL)
        return 0;
    for (size_t i = 0; i < c->workers.n; i++)
        n += s->skipped(rdl_campaign_strategy_memory(c, i, s));
    return n;
}
