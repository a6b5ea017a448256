/* reach.c - every trace once, by reachability testing in its present form:
 * explore/explore.h.  The runtime explores (runtime/explore/exploring.c),
 * because it knows what steps touch; this file names the strategy. */
#include "strategy/strategy.h"

void rdl_strategy_explored_begin(void *state, const struct rdl_run *run)
{
    (void)state;
    (void)run;
}

/* Where the runtime does not explore: a thread runs as long as it can. */
rdl_tid rdl_strategy_explored_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    for (size_t i = 0; i < c->n_enabled; i++) {
        if (c->enabled[i] == c->current)
            return c->current;
    }
    return c->enabled[0];
}

unsigned rdl_strategy_explored_choose(void *state, struct rdl_rng *rng,
                                      enum rdl_choice_kind kind, unsigned n)
{
    (void)state, (void)rng, (void)kind, (void)n;
    return 0;
}

const struct rdl_strategy rdl_strategy_reach = {
    .name = "reach",
    .summary = "every interleaving once (raddle prove)",
    .forced = true,
    .explores = true,
    .begin = rdl_strategy_explored_begin,
    .pick = rdl_strategy_explored_pick,
    .choose = rdl_strategy_explored_choose,
};
