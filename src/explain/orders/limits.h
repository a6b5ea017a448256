/* limits.h - how far a preemption can move. */
#ifndef RDL_EXPLAIN_ORDERS_LIMITS_H
#define RDL_EXPLAIN_ORDERS_LIMITS_H

#include "explain/orders/window.h"

/* Consecutive acts of the preempted thread: with all of them on the other side
 * of the preemption the program passes, with none of them it fails.  NULL: on
 * that side it may come as far out as raddle tried. */
struct rdl_limit {
    const struct rdl_history_act *from, *to;
};

struct rdl_limits {
    struct rdl_limit before, behind;
};

/* Moves the preemption that opens the window.  The search also looks who wakes
 * whom where it passes, for `named`. */
struct rdl_limits rdl_limits_find(struct search *c, const struct window *w,
                                  struct named_acts *named);

#endif
