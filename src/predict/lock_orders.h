/* lock_orders.h - a set of lock orders without duplicates (base/predicted.h).
 * The runtime has one in the memory that it shares with the driver, the
 * campaign one for all workers. */
#ifndef RDL_PREDICT_LOCK_ORDERS_H
#define RDL_PREDICT_LOCK_ORDERS_H

#include "base/predicted.h"

#include <stdbool.h>

/* Computes the key of `order`, and adds it unless it is there.  Returns whether
 * it is new.  Uses no libc: it runs inside the target. */
bool rdl_lock_orders_add(struct rdl_lock_orders *set,
                         struct rdl_lock_order *order);
void rdl_lock_orders_clear(struct rdl_lock_orders *set);

/* Did `a` come before `b` in every execution, because threads were created or
 * joined in between? */
bool rdl_lock_orders_before(const struct rdl_lock_order *a,
                            const struct rdl_lock_order *b);

/* Notes in `list` that everything up to `segment` of `thread` came before.
 * Without room the list becomes empty for good: nothing is known to be ordered,
 * which is the safe side (*n is then RDL_ORDER_BEFORE + 1). */
void rdl_lock_orders_after(struct rdl_order_before *list, uint32_t *n,
                           uint64_t thread, uint64_t segment);

#endif
