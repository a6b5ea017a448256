/* locks.h - which thread holds which lock at which step of a trace. */
#ifndef RDL_TRACE_LOCKS_H
#define RDL_TRACE_LOCKS_H

#include "trace/trace.h"

struct rdl_trace_hold {
    uintptr_t lock;
    rdl_tid tid;
    bool shared; /* as one of several readers */
    /* The latest step of the thread that asked for a lock; RDL_NO_STEP: not
     * known. */
    size_t asked;
    size_t taken; /* the step in whose course it was taken */
    const struct rdl_trace_hold *next;
};

/* The locks that the thread holds as the step begins, the latest first; NULL:
 * none.  `step` may be n_steps, for the end of the execution. */
const struct rdl_trace_hold *rdl_trace_holds(const struct rdl_trace *t,
                                             rdl_tid tid, size_t step);
/* The threads that hold the lock then, the latest first. */
const struct rdl_trace_hold *rdl_trace_holders(const struct rdl_trace *t,
                                               uintptr_t lock, size_t step);

#endif
