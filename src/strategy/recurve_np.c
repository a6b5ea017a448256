/* recurve_np.c - Recurve without priorities (thesis, 5.5.3): classes A, B and C
 * at once, for comparison with recurve.c, which names the decisions. */
#include "strategy/lib/recurve_rules.h"

const struct rdl_strategy rdl_strategy_recurve_np = {
    .name = "recurve-np",
    .summary = "the same, at all of it at once",
    .metrics = "adjacent",
    .pairs = "cc-ordered",
    .at = RDL_AIMS_TOGETHER,
    .memory_size = sizeof(struct rdl_cuve),
    .begin = rdl_recurve_begin,
    .pick = rdl_recurve_pick,
    .end = rdl_recurve_end,
    .rules = rdl_guided_rules,
    .decided = rdl_guided_decided,
};
