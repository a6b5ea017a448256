/* cuve_c.c - CUVE without its combinatorial phase (thesis, 4.4), for comparison
 * with cuve.  The rules, and where they differ from the thesis:
 * cuve_rules.c. */
#include "strategy/lib/cuve_rules.h"

static rdl_tid cuve_c_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    return rdl_cuve_pick(c, /*combines=*/false);
}

const struct rdl_strategy rdl_strategy_cuve_c = {
    .name = "cuve-c",
    .summary = "aims at sync-pairs and def-uses only",
    .metrics = "sync-pair+def-use",
    .aims = true,
    .memory_size = sizeof(struct rdl_cuve),
    .begin = rdl_cuve_begin,
    .pick = cuve_c_pick,
    .rules = rdl_guided_rules,
    .decided = rdl_guided_decided,
};
