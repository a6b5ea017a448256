/* portfolio.c - see portfolio.h. */
#include "campaign/portfolio.h"

#include "base/text.h"
#include "campaign/die.h"
#include "coverage/coverage.h"

#include <string.h>

/* Who takes part, in the order of their turns, and how many executions of a
 * round each gets as long as nothing is known.  From the ten programs of
 * bench/coverage/bugs that were set aside for it; docs/strategies.md says how
 * and why.  Turns are blocks: where a bug is found within the first executions
 * of the best member, those must not wait for the others'. */
static const struct {
    const char *name;
    unsigned share;
} chosen[] = {
    { "rff", 14 },
    { "similarity", 7 },
    { "pct", 11 },
};

#define ROUND 32
_Static_assert(RDL_PLAN % ROUND == 0, "a plan is so many rounds");

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
static double rate(const struct rdl_portfolio *p, size_t i)
{
    return p->members[i].tried == 0 ? 0.0
                                    : p->members[i].fresh / p->members[i].tried;
}

/* Executions of a round by weight: one each, and each further one to whom most
 * is due. */
static void divide(const struct rdl_portfolio *p, const double *weight,
                   unsigned *size)
{
    double total = 0;

    for (size_t i = 0; i < p->n; i++) {
        total += weight[i];
        size[i] = 1;
    }
    for (size_t left = ROUND - p->n; left > 0; left--) {
        size_t next = 0;

        for (size_t i = 1; i < p->n; i++) {
            if (ROUND * weight[i] / total - size[i] >
                ROUND * weight[next] / total - size[next])
                next = i;
        }
        size[next]++;
    }
}

void rdl_portfolio_plan(const struct rdl_portfolio *p, struct rdl_config *out)
{
    double weight[RDL_PORTFOLIO_MOST], best = 0;
    unsigned size[RDL_PORTFOLIO_MOST];
    uint64_t executions = 0;
    size_t slot = 0;

    for (size_t i = 0; i < p->n; i++) {
        executions += p->members[i].executions;
        best = rate(p, i) > best ? rate(p, i) : best;
    }
    for (size_t i = 0; i < p->n; i++) {
        const bool known = best > 0 && executions >= KNOWN;

        weight[i] =
            p->members[i].share * (known ? 1 + GAIN * rate(p, i) / best : 1);
    }
    divide(p, weight, size);
    while (slot < RDL_PLAN) {
        for (size_t i = 0; i < p->n; i++) {
            for (unsigned k = 0; k < size[i]; k++)
                out->plan[slot++] = p->members[i].strategy;
        }
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

static size_t member_of(const struct rdl_portfolio *p,
                        const struct rdl_config *config, uint64_t execution)
{
    const uint8_t strategy = config->plan[execution % config->n_plan];
    size_t i = 0;

    while (i + 1 < p->n && p->members[i].strategy != strategy)
        i++;
    return i;
}

void rdl_portfolio_credit(struct rdl_portfolio *p,
                          const struct rdl_config *config, uint64_t from,
                          uint64_t to, const struct rdl_observe *o)
{
    uint64_t total = 0;

    for (uint64_t e = from; e < to; e++) {
        const size_t i = member_of(p, config, e);

        p->members[i].executions++;
        p->members[i].tried++;
    }
    for (size_t k = 0; k < o->n_fresh; k++) {
        const uint64_t e = o->fresh[k].execution;

        if (e >= from && e < to)
            p->members[member_of(p, config, e)].fresh++;
    }
    for (size_t i = 0; i < p->n; i++)
        total += (uint64_t)p->members[i].tried;
    for (size_t i = 0; total > HALF && i < p->n; i++) {
        p->members[i].fresh /= 2;
        p->members[i].tried /= 2;
    }
}
