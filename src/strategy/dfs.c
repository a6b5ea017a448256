/* dfs.c - every schedule, depth first: the baseline of the papers that reduce
 * (explore/bounded.c).  As for `reach`, the runtime explores. */
#include "strategy/strategy.h"

const struct rdl_strategy rdl_strategy_dfs = {
    .name = "dfs",
    .summary = "every schedule, depth first, nothing left out",
    .forced = true,
    .explores = true,
    .begin = rdl_strategy_explored_begin,
    .pick = rdl_strategy_explored_pick,
    .choose = rdl_strategy_explored_choose,
};
