/* capp_all.c - CAPP, mode ALL: prefers preemptions where both threads are at
 * changed code (lib/capp_rules.c). */
#include "strategy/lib/capp_rules.h"
#include "strategy/lib/capp_search.h"

static rdl_tid capp_all_pick(void *state, const struct rdl_choice *c)
{
    return rdl_capp_pick(state, c, /*all=*/true);
}

const struct rdl_strategy rdl_strategy_capp_all = {
    .name = "capp-all",
    .summary = "preempts from changed to changed code (--capp)",
    .metrics = "adjacent",
    .state_size = sizeof(struct rdl_capp_search),
    .memory_size = sizeof(struct rdl_capp),
    .begin = rdl_capp_begin,
    .pick = capp_all_pick,
    .choose = rdl_capp_choose,
};
