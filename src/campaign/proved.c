/* proved.c - see proved.h. */
#include "campaign/proved.h"

#include "campaign/claim.h"

static uint64_t proved_covered(const struct rdl_campaign *c, unsigned metric)
{
    return rdl_coverage_covered(c->observe.memory, UINT32_C(1) << metric);
}

void rdl_proved_resume(struct rdl_campaign *c, uint32_t metrics)
{
    c->proved.metrics = metrics;
    for (unsigned i = 0; i < RDL_N_METRICS; i++)
        c->proved.covered[i] = proved_covered(c, i);
}

/* Can more happen in this session than in an exploration, or is more
 * recorded? */
static bool proved_is_wider(const struct rdl_campaign *c)
{
    return (c->options.config.flags &
            (RDL_CFG_FAIL_MALLOC | RDL_CFG_NO_LEARN | RDL_CFG_PEER)) != 0 ||
           c->workers.isolation->level == RDL_ISOLATION_EXEC ||
           c->options.config.part[0] != '\0' ||
           c->options.config.continued != 0;
}

static uint32_t proved_before(const struct rdl_campaign *c)
{
    uint32_t metrics = c->proved.metrics;

    if (proved_is_wider(c))
        return 0;
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        if (proved_covered(c, i) > c->proved.covered[i])
            metrics &= ~(UINT32_C(1) << i);
    }
    return metrics;
}

/* By this session's exploration, if it is complete and did not begin in an
 * earlier one, which may have recorded other metrics. */
static uint32_t proved_now(const struct rdl_campaign *c)
{
    const struct rdl_claim claim = rdl_claim_of(c);

    if (!claim.complete || claim.reach->failed > 0 ||
        claim.reach->unexplored != 0 || rdl_campaign_capped(c) ||
        claim.reach->executions > c->totals.executions ||
        rdl_notes_have(&c->notes, RDL_NOTE_NO_COVERAGE) ||
        rdl_notes_have(&c->notes, RDL_NOTE_COVERAGE_DAMAGED))
        return 0;
    return c->options.config.metrics & rdl_metrics_by_interleaving();
}

uint32_t rdl_proved_metrics(const struct rdl_campaign *c)
{
    return c->observe.fd >= 0 ? proved_before(c) | proved_now(c) : 0;
}

uint64_t rdl_proved_impossible(const struct rdl_campaign *c, uint32_t metrics)
{
    metrics &= rdl_proved_metrics(c);
    return metrics != 0 ? rdl_coverage_estimated(c->observe.memory, metrics) -
                              rdl_coverage_both(c->observe.memory, metrics)
                        : 0;
}

uint64_t rdl_proved_possible(const struct rdl_campaign *c, uint32_t metrics)
{
    return rdl_coverage_known(c->observe.memory, metrics) -
           rdl_proved_impossible(c, metrics);
}
