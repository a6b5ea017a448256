/* order.h - happens-before: the steps of a trace that are in the same order in
 * every execution with the same decisions otherwise. */
#ifndef RDL_TRACE_ORDER_H
#define RDL_TRACE_ORDER_H

#include "trace/trace.h"

/* What orders the steps of two threads.  The steps of one thread are always in
 * order, also if several threads had its number one after another. */
enum rdl_trace_orders {
    RDL_BY_THREADS, /* creating and joining threads */
    /* That, and releasing a lock before it is taken again; readers of one lock
     * are not ordered. */
    RDL_BY_LOCKS,
};

/* Does step `a` happen before step `b`?  Constant time.  The index by locks has
 * a clock of n_threads numbers for each time that a thread learns of others. */
bool rdl_trace_before(const struct rdl_trace *t, size_t a, size_t b,
                      enum rdl_trace_orders by);

/* The thread with that handle, created before the step or in its course;
 * RDL_NO_TID if there is none. */
rdl_tid rdl_trace_thread(const struct rdl_trace *t, uintptr_t handle,
                         size_t step);

#endif
