/* portfolio.h - strategy `auto`: an explorer of several strategies that take
 * turns.
 *
 * No strategy is the best for every program (docs/strategies.md), and nobody
 * knows beforehand which one it is.  So raddle gives each execution to one of a
 * few that are good at different things: the first executions to one of them,
 * then in fixed shares.  The shares move towards strategies that cover what
 * none has covered before, and none ever loses its whole share.  Among many
 * threads of one function the initial shares are others: what matters there is
 * which place of the program is late, not which of the threads.  The plan
 * depends on counts alone, so a campaign with one job repeats from its seed. */
#ifndef RDL_CAMPAIGN_EXPLORE_PORTFOLIO_H
#define RDL_CAMPAIGN_EXPLORE_PORTFOLIO_H

#include "campaign/explore/explorer.h"

#define RDL_AUTO "auto"
#define RDL_AUTO_SUMMARY "several in turn, more of what covers new things"

#define RDL_PORTFOLIO_MOST 8

struct rdl_portfolio {
    size_t n;
    uint32_t alike; /* most threads of one start function at the same time */
    struct {
        uint8_t strategy; /* its number in strategy/list.h */
        /* Initial shares: usually, and among many threads of one function. */
        double share, share_alike;
        /* Executions that it was given and that have ended. */
        uint64_t executions;
        double fresh; /* requirements that it covered first; decays */
        double tried; /* executions; decays likewise */
    } members[RDL_PORTFOLIO_MOST];
};

void rdl_portfolio_make(struct rdl_portfolio *p);
/* Adds the metrics and pairs of its members. */
void rdl_portfolio_needs(const void *portfolio, uint32_t *metrics,
                         uint32_t *pairs);
/* The strategies of the next executions. */
void rdl_portfolio_plan(const struct rdl_portfolio *p, struct rdl_config *out);
/* Gives some of these executions to strategies that confirm predictions of the
 * kinds in `aims` (struct rdl_request). */
void rdl_portfolio_confirm(unsigned aims, struct rdl_config *out);
/* Counts the results of a request that had its plan from here; executions of a
 * strategy that is not a member do not count. */
void rdl_portfolio_credit(struct rdl_portfolio *p,
                          const struct rdl_learned *learned);

#endif
