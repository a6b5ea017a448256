/* walks.c - random schedules of the steps that `reach` explores: it counts the
 * interleavings that it meets (explore/bounded.c), a test of `reach`.  As
 * there, the runtime explores. */
#include "strategy/strategy.h"

const struct rdl_strategy rdl_strategy_walks = {
    .name = "walks",
    .summary = "random schedules of what raddle prove explores, counted",
    .forced = true,
    .explores = true,
    .begin = rdl_strategy_explored_begin,
    .pick = rdl_strategy_explored_pick,
    .choose = rdl_strategy_explored_choose,
};
