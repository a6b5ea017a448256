/* tsa.c - thread scheduling for synchronisation-pair coverage, with the
 * estimation-based heuristic as Rule 3 (Hong et al., ISSTA 2012).  The rules,
 * and where they differ from the paper's: tsa_rules.c. */
#include "strategy/tsa_rules.h"

static rdl_tid tsa_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    return rdl_tsa_pick(c, /*counts=*/true);
}

const struct rdl_strategy rdl_strategy_tsa = {
    .name = "tsa",
    .summary = "pauses locks to cover estimated sync-pairs",
    .metrics = "sync-pair",
    .memory_size = sizeof(struct rdl_tsa),
    .begin = rdl_tsa_begin,
    .pick = tsa_pick,
};
