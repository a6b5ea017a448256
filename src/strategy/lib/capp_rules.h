/* capp_rules.h - what capp-some and capp-all share: capp_rules.c. */
#ifndef RDL_STRATEGY_LIB_CAPP_RULES_H
#define RDL_STRATEGY_LIB_CAPP_RULES_H

#include "strategy/strategy.h"

void rdl_capp_begin(void *state, const struct rdl_run *run);
/* `all`: a preemption counts if both threads are at changed code, otherwise if
 * one of them is. */
rdl_tid rdl_capp_pick(const struct rdl_choice *c, bool all);

#endif
