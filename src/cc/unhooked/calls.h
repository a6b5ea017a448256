/* calls.h - what a call does to a state: hooks announce accesses, other
 * functions may do anything but to the frame. */
#ifndef RDL_CC_UNHOOKED_CALLS_H
#define RDL_CC_UNHOOKED_CALLS_H

#include "cc/unhooked/effects.h"

void rdl_calls_step(struct rdl_effects *e, struct rdl_state *s,
                    const struct rdl_effects_instruction *i);

#endif
