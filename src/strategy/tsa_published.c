/* tsa_published.c - TSA as it was published: Rule 3 always releases the
 * operation with the fewest open requirements, and what is paused stays so
 * until a rule releases it (Hong et al., ISSTA 2012).  For comparison with tsa.
 * The rules, and where they differ from the paper: tsa_rules.c. */
#include "strategy/lib/tsa_rules.h"

static rdl_tid tsa_published_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    return rdl_tsa_pick_published(c);
}

const struct rdl_strategy rdl_strategy_tsa_published = {
    .name = "tsa-published",
    .summary = "tsa as listed: paused until a rule releases",
    .metrics = "sync-pair",
    .aims = true,
    .memory_size = sizeof(struct rdl_tsa),
    .begin = rdl_tsa_begin,
    .pick = tsa_published_pick,
    .rules = rdl_guided_rules,
    .decided = rdl_guided_decided,
};
