/* portfolio.h - strategy `auto`: several strategies that take turns.
 *
 * No strategy is the best for every program (docs/strategies.md), and none says
 * beforehand which it will be.  So each execution is given to one of a few that
 * are good at different things: the first few to one of them, then in fixed
 * shares; these move towards those whose executions cover what none has covered
 * before, and never leave anybody with nothing.  The plan depends on counts
 * alone, so a campaign with one job repeats from its seed. */
#ifndef RDL_CAMPAIGN_PORTFOLIO_H
#define RDL_CAMPAIGN_PORTFOLIO_H

#include "base/shared.h"
#include "campaign/coverage_session.h"
#include "strategy/strategy.h"

#define RDL_AUTO "auto"
#define RDL_AUTO_SUMMARY "several in turn, more of what covers new things"

#define RDL_PORTFOLIO_MOST 8

struct rdl_portfolio {
    size_t n;
    struct {
        uint8_t strategy;    /* its number in strategy/list.h */
        double share;        /* at first */
        uint64_t executions; /* it was given, and is over */
        double fresh;        /* requirements it covered first; fades */
        double tried;        /* executions, fading alike */
    } members[RDL_PORTFOLIO_MOST];
};

void rdl_portfolio_make(struct rdl_portfolio *p);
/* Adds the metrics that a strategy is guided by, and their pairs; of all
 * members. */
void rdl_portfolio_need(const struct rdl_strategy *s, uint32_t *metrics,
                        uint32_t *pairs);
void rdl_portfolio_needs(const struct rdl_portfolio *p, uint32_t *metrics,
                         uint32_t *pairs);
/* The strategies of the next executions. */
void rdl_portfolio_plan(const struct rdl_portfolio *p, struct rdl_config *out);
/* Who runs the first execution of a request; plan or not. */
const struct rdl_strategy *
rdl_portfolio_strategy(const struct rdl_config *config);
/* Makes `config` that of its first execution alone. */
void rdl_portfolio_one(struct rdl_config *config);
/* The executions from..to-1 of `config` are over; what they covered first is
 * in o->fresh. */
void rdl_portfolio_credit(struct rdl_portfolio *p,
                          const struct rdl_config *config, uint64_t from,
                          uint64_t to, const struct rdl_coverage_session *o);

#endif
