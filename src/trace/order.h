/* order.h - which steps of a trace happen before which, in any execution that
 * takes the same decisions otherwise. */
#ifndef RDL_TRACE_ORDER_H
#define RDL_TRACE_ORDER_H

#include "trace/trace.h"

/* What orders the steps of two threads.  Those of one thread, or of several
 * that had its number one after another, are always in order. */
enum rdl_trace_orders {
    RDL_BY_THREADS, /* creating and joining threads */
    RDL_BY_LOCKS,   /* that, and giving back a lock before it is taken again;
                       readers of one lock are in no order */
};

/* Does step `a` happen before step `b`?  Constant time; the index by locks has
 * a clock of n_threads numbers for each time that a thread learns of others. */
bool rdl_trace_before(const struct rdl_trace *t, size_t a, size_t b,
                      enum rdl_trace_orders by);

/* The thread with that handle, as created before the step or in its course;
 * RDL_NO_TID. */
rdl_tid rdl_trace_thread(const struct rdl_trace *t, uintptr_t handle,
                         size_t step);

#endif
