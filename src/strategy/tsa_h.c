/* tsa_h.c - TSA without its heuristic: Rule 3 releases any paused operation
 * (Hong et al., ISSTA 2012, 3.5).  For comparison with tsa.  The rules, and
 * where they differ from the paper: tsa_rules.c. */
#include "strategy/lib/tsa_rules.h"

static rdl_tid tsa_h_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    return rdl_tsa_pick(c, /*counts=*/false);
}

const struct rdl_strategy rdl_strategy_tsa_h = {
    .name = "tsa-h",
    .summary = "tsa without its third rule",
    .metrics = "sync-pair",
    .aims = true,
    .memory_size = sizeof(struct rdl_tsa),
    .begin = rdl_tsa_begin,
    .pick = tsa_h_pick,
    .rules = rdl_guided_rules,
    .decided = rdl_guided_decided,
};
