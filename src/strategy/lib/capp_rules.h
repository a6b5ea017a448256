/* capp_rules.h - what capp-some and capp-all share: capp_rules.c. */
#ifndef RDL_STRATEGY_LIB_CAPP_RULES_H
#define RDL_STRATEGY_LIB_CAPP_RULES_H

#include "strategy/strategy.h"

void rdl_capp_begin(void *state, const struct rdl_run *run);
/* A search leaves nothing to chance but the threads: the ordinary outcome. */
unsigned rdl_capp_choose(void *state, struct rdl_rng *rng,
                         enum rdl_choice_kind kind, unsigned n);
/* 1: to let t run would be a preemption that is not at changed code. */
unsigned rdl_capp_costs(const struct rdl_choice *c, rdl_tid t, bool all);
/* `all`: a preemption counts if both threads are at changed code, otherwise if
 * one of them is. */
rdl_tid rdl_capp_pick(void *state, const struct rdl_choice *c, bool all);

#endif
