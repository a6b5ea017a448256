/* portfolio.c - see portfolio.h. */
#include "campaign/portfolio.h"

#include "base/text.h"
#include "coverage/coverage.h"
#include "util/die.h"

#include <string.h>

/* Who takes part, and with what share of the executions as long as nothing is
 * known.  docs/strategies.md says from what measurements, and why.  The first
 * one begins: alone it is the best of them where a few executions do. */
static const struct {
    const char *name;
    unsigned share;
} chosen[] = {
    { "pos-c", 8 },
    { "place", 4 },
    { "rff", 2 },
    { "relay", 2 },
};

/* So many executions ahead of the others, for what is easy to find. */
#define AHEAD 2.0
/* Whoever covers new things fastest gets so much more than his share. */
#define GAIN 1.0
/* But not before so many executions are over. */
#define KNOWN 256
/* Of what was covered long ago, half is forgotten after so many executions. */
#define HALF 4096

void rdl_portfolio_make(struct rdl_portfolio *p)
{
    *p = (struct rdl_portfolio){ .n = 0 };
    for (size_t i = 0; i < sizeof(chosen) / sizeof(chosen[0]); i++) {
        const struct rdl_strategy *s = rdl_strategy_find(chosen[i].name);

        RDL_ASSERT(s != NULL && p->n < RDL_PORTFOLIO_MOST);
        p->members[p->n].strategy = (uint8_t)rdl_strategy_index(s);
        p->members[p->n++].share = chosen[i].share;
    }
}

void rdl_portfolio_need(const struct rdl_strategy *s, uint32_t *metrics,
                        uint32_t *pairs)
{
    const struct rdl_combinatorial *each;

    if (s->metrics != NULL)
        *metrics |= rdl_metrics_named(s->metrics);
    for (size_t i = 0; s->pairs != NULL && i < RDL_N_COMBINATORIAL; i++) {
        each = rdl_combinatorial_at(i);
        if (strcmp(each->name, s->pairs) != 0)
            continue;
        *pairs |= UINT32_C(1) << i;
        *metrics |= each->metrics;
    }
}

void rdl_portfolio_needs(const struct rdl_portfolio *p, uint32_t *metrics,
                         uint32_t *pairs)
{
    for (size_t i = 0; i < p->n; i++)
        rdl_portfolio_need(rdl_strategy_at(p->members[i].strategy), metrics,
                           pairs);
}

/* New requirements an execution. */
static double portfolio_rate(const struct rdl_portfolio *p, size_t i)
{
    return p->members[i].tried == 0 ? 0.0
                                    : p->members[i].fresh / p->members[i].tried;
}

void rdl_portfolio_plan(const struct rdl_portfolio *p, struct rdl_config *out)
{
    double weight[RDL_PORTFOLIO_MOST], due[RDL_PORTFOLIO_MOST] = { 0 };
    double best = 0, total = 0;
    uint64_t executions = 0;

    for (size_t i = 0; i < p->n; i++) {
        executions += p->members[i].executions;
        best = portfolio_rate(p, i) > best ? portfolio_rate(p, i) : best;
    }
    for (size_t i = 0; i < p->n; i++) {
        const bool known = best > 0 && executions >= KNOWN;

        weight[i] = p->members[i].share *
                    (known ? 1 + GAIN * portfolio_rate(p, i) / best : 1);
        total += weight[i];
    }
    if (executions < RDL_PLAN) /* the same plan, should it be asked for anew */
        due[0] = AHEAD;
    /* Each execution to whom most is due: where a bug is found within the first
     * few of one member, those do not wait for a block of another. */
    for (size_t slot = 0; slot < RDL_PLAN; slot++) {
        size_t next = 0;

        for (size_t i = 0; i < p->n; i++) {
            due[i] += weight[i] / total;
            next = due[i] > due[next] ? i : next;
        }
        due[next]--;
        out->plan[slot] = p->members[next].strategy;
    }
    out->n_plan = RDL_PLAN;
}

const struct rdl_strategy *
rdl_portfolio_strategy(const struct rdl_config *config)
{
    return config->n_plan > 0
               ? rdl_strategy_at(
                     config->plan[config->execution % config->n_plan])
               : rdl_strategy_find(config->strategy);
}

void rdl_portfolio_one(struct rdl_config *config)
{
    rdl_text_copy(config->strategy, rdl_portfolio_strategy(config)->name,
                  sizeof(config->strategy));
    config->n_plan = 0;
}

static size_t portfolio_member_of(const struct rdl_portfolio *p,
                                  const struct rdl_config *config,
                                  uint64_t execution)
{
    const uint8_t strategy = config->plan[execution % config->n_plan];
    size_t i = 0;

    while (i + 1 < p->n && p->members[i].strategy != strategy)
        i++;
    return i;
}

void rdl_portfolio_credit(struct rdl_portfolio *p,
                          const struct rdl_config *config, uint64_t from,
                          uint64_t to, const struct rdl_coverage_session *o)
{
    uint64_t total = 0;

    for (uint64_t e = from; e < to; e++) {
        const size_t i = portfolio_member_of(p, config, e);

        p->members[i].executions++;
        p->members[i].tried++;
    }
    for (size_t k = 0; k < o->n_fresh; k++) {
        const uint64_t e = o->fresh[k].execution;

        if (e >= from && e < to)
            p->members[portfolio_member_of(p, config, e)].fresh++;
    }
    for (size_t i = 0; i < p->n; i++)
        total += (uint64_t)p->members[i].tried;
    for (size_t i = 0; total > HALF && i < p->n; i++) {
        p->members[i].fresh /= 2;
        p->members[i].tried /= 2;
    }
}
