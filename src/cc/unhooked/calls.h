/* calls.h - what a call does to a state: hooks announce accesses, other
 * functions may do anything but to the frame. */
#ifndef RDL_CC_UNHOOKED_CALLS_H
#define RDL_CC_UNHOOKED_CALLS_H

#include "cc/unhooked/effects.h"

void rdl_calls_step(struct rdl_effects *e, struct rdl_state *s,
                    const struct rdl_effects_instruction *i);

/* Its arguments go to the function at `goal`.  0: to one that this object does
 * not define; "": no name is known. */
void rdl_calls_give(struct rdl_effects *e, const struct rdl_state *s,
                    uint64_t goal, const char *name);

#endif
