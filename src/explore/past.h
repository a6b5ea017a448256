/* past.h - what comes before the next step of a thread, whatever that is. */
#ifndef RDL_EXPLORE_PAST_H
#define RDL_EXPLORE_PAST_H

#include "explore/explore.h"

/* How many steps of thread `by` come before the next one of `tid`. */
uint32_t rdl_explore_past(const struct rdl_explore *x, rdl_tid tid, rdl_tid by);
/* Has another thread touched the object in a step that does not come before the
 * next one of `tid`? */
bool rdl_explore_unordered(const struct rdl_explore *x, rdl_tid tid,
                           const struct rdl_step_object *object);

#endif
