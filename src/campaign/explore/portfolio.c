/* portfolio.c - see portfolio.h.  Each member has a share; the plan gives each
 * execution to the member that is furthest behind its share.  Shares depend on
 * the rate at which members cover new requirements. */
#include "campaign/explore/portfolio.h"

#include "base/text.h"
#include "coverage/coverage.h"
#include "util/fatal.h"

#include <string.h>

/* The members and their shares of the executions while nothing is known.
 * bench/reports has the measurements.  The first member begins: alone it is the
 * best of them where a few executions are enough. */
static const struct {
    const char *name;
    unsigned share, share_alike;
} chosen[] = {
    { "pos-weighted", .share = 8, .share_alike = 4 },
    { "site-priority", .share = 4, .share_alike = 7 },
    { "rff", .share = 2, .share_alike = 2 },
    { "site-handoff", .share = 2, .share_alike = 3 },
};

/* Threads of one function that are many: pos-weighted neither weighs nor looks
 * for novelty among more than eight. */
#define MANY 9

/* Executions by which the first member is ahead, for bugs that are easy to
 * find. */
#define AHEAD 2.0
/* The member that covers new things fastest gets its share a second time. */
#define GAIN 1.0
/* But only after this many executions. */
#define KNOWN 256
/* After this many executions raddle forgets half of what was covered before. */
#define HALF 4096

void rdl_portfolio_make(struct rdl_portfolio *p)
{
    *p = (struct rdl_portfolio){ .n = 0 };
    for (size_t i = 0; i < sizeof(chosen) / sizeof(chosen[0]); i++) {
        const struct rdl_strategy *s = rdl_strategy_find(chosen[i].name);

        RDL_ASSERT(s != NULL && p->n < RDL_PORTFOLIO_MOST);
        p->members[p->n].strategy = (uint8_t)rdl_strategy_index(s);
        p->members[p->n].share = chosen[i].share;
        p->members[p->n++].share_alike = chosen[i].share_alike;
    }
}

void rdl_portfolio_needs(const void *portfolio, uint32_t *metrics,
                         uint32_t *pairs)
{
    const struct rdl_portfolio *p = portfolio;

    for (size_t i = 0; i < p->n; i++)
        rdl_explorer_need(rdl_strategy_at(p->members[i].strategy), metrics,
                          pairs);
}

/* New requirements for each execution. */
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

        weight[i] = (p->alike < MANY ? p->members[i].share
                                     : p->members[i].share_alike) *
                    (known ? 1 + GAIN * portfolio_rate(p, i) / best : 1);
        total += weight[i];
    }
    if (executions < RDL_PLAN) /* the same plan if it is requested again */
        due[0] = AHEAD;
    /* Gives each execution to the member that is furthest behind its share: a
     * bug that one member finds within its first few executions does not wait
     * for a block of another. */
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

/* p->n: not a member, but a strategy that confirms. */
static size_t portfolio_member_of(const struct rdl_portfolio *p,
                                  const struct rdl_config *config,
                                  uint64_t execution)
{
    const uint8_t strategy = config->plan[execution % config->n_plan];
    size_t i = 0;

    while (i < p->n && p->members[i].strategy != strategy)
        i++;
    return i;
}

void rdl_portfolio_credit(struct rdl_portfolio *p,
                          const struct rdl_learned *learned)
{
    const uint64_t from = learned->from, to = learned->to;
    uint64_t total = 0;

    if (learned->shared != NULL &&
        learned->shared->outcome.most_alike > p->alike)
        p->alike = learned->shared->outcome.most_alike;
    for (uint64_t e = from; e < to; e++) {
        const size_t i = portfolio_member_of(p, learned->config, e);

        if (i == p->n)
            continue;
        p->members[i].executions++;
        p->members[i].tried++;
    }
    for (size_t k = 0; k < learned->n_fresh; k++) {
        const uint64_t e = learned->fresh[k].execution;
        const size_t i = e >= from && e < to
                             ? portfolio_member_of(p, learned->config, e)
                             : p->n;

        if (i < p->n)
            p->members[i].fresh++;
    }
    for (size_t i = 0; i < p->n; i++)
        total += (uint64_t)p->members[i].tried;
    for (size_t i = 0; total > HALF && i < p->n; i++) {
        p->members[i].fresh /= 2;
        p->members[i].tried /= 2;
    }
}

/* --- As an explorer -------------------------------------------------------
 */

static bool portfolio_takes(const struct rdl_explorer_setup *setup)
{
    return strcmp(setup->strategy, RDL_AUTO) == 0;
}

static bool portfolio_open(void *state, const struct rdl_explorer_setup *setup,
                           struct rdl_error *error)
{
    (void)setup;
    (void)error;
    rdl_portfolio_make(state);
    return true;
}

/* Of how many executions one tries to confirm a prediction of that kind, while
 * there is one.  They are taken from all members alike. */
static const unsigned one_in[RDL_N_AIM_KINDS] = {
    [RDL_AIM_DEADLOCK] = 8,
    [RDL_AIM_RACE] = 32,
    [RDL_AIM_ATOMICITY] = 32,
};

void rdl_portfolio_confirm(unsigned aims, struct rdl_config *out)
{
    for (unsigned kind = 0; kind < RDL_N_AIM_KINDS; kind++) {
        if ((aims >> kind & 1) == 0)
            continue;
        for (unsigned i = 2 * kind + 1; i < out->n_plan; i += one_in[kind])
            out->plan[i] =
                (uint8_t)rdl_strategy_index(rdl_strategy_confirming(kind));
    }
}

static void portfolio_next(void *state, struct rdl_request *request)
{
    rdl_portfolio_plan(state, request->config);
    rdl_portfolio_confirm(request->aims, request->config);
}

static void portfolio_learn(void *state, const struct rdl_learned *learned)
{
    rdl_portfolio_credit(state, learned);
}

static enum rdl_explored portfolio_done(const void *state)
{
    (void)state;
    return RDL_EXPLORED_MORE;
}

static void portfolio_close(void *state)
{
    (void)state;
}

const struct rdl_explorer rdl_explorer_portfolio = {
    .name = RDL_AUTO,
    .state_size = sizeof(struct rdl_portfolio),
    .foresees = true,
    .takes = portfolio_takes,
    .open = portfolio_open,
    .needs = rdl_portfolio_needs,
    .next = portfolio_next,
    .learn = portfolio_learn,
    .done = portfolio_done,
    .close = portfolio_close,
};
