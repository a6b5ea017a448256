/* recurve_rules.h - what recurve and recurve-np share: recurve.c. */
#ifndef RDL_STRATEGY_LIB_RECURVE_RULES_H
#define RDL_STRATEGY_LIB_RECURVE_RULES_H

#include "strategy/lib/cuve_rules.h"

void rdl_recurve_begin(void *state, const struct rdl_run *run);
rdl_tid rdl_recurve_pick(void *state, const struct rdl_choice *c);
void rdl_recurve_end(void *state, const struct rdl_run *run,
                     const struct rdl_ended *ended);

#endif
