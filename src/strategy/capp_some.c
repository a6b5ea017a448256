/* capp_some.c - CAPP, mode SOME: prefers preemptions where one of the two
 * threads is at changed code (lib/capp_rules.c). */
#include "strategy/lib/capp_rules.h"
#include "strategy/lib/capp_search.h"

static rdl_tid capp_some_pick(void *state, const struct rdl_choice *c)
{
    return rdl_capp_pick(state, c, /*all=*/false);
}

const struct rdl_strategy rdl_strategy_capp_some = {
    .name = "capp-some",
    .summary = "preempts at changed code (raddle regress --capp)",
    .metrics = "adjacent",
    .state_size = sizeof(struct rdl_capp_search),
    .memory_size = sizeof(struct rdl_capp),
    .begin = rdl_capp_begin,
    .pick = capp_some_pick,
    .choose = rdl_capp_choose,
};
