/* control.h - the role of this process (under control, a child, without a
 * driver) and attributes for the compiler. */
#ifndef RDL_RUNTIME_CORE_CONTROL_H
#define RDL_RUNTIME_CORE_CONTROL_H

#include "base/shared.h"

#include <stdbool.h>

#define RDL_EXPORT __attribute__((visibility("default")))
/* For variables that every step reads: avoids the access through the GOT. */
#define RDL_HIDDEN __attribute__((visibility("hidden")))

/* Where the call would cost more than the body. */
#define RDL_INLINE inline __attribute__((always_inline))

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Is the caller a thread under control, outside the runtime?  False before
 * main (unless a constructor made a thread), in children of fork after exec,
 * and inside rdl_libc_begin/end. */
extern bool rdl_active RDL_HIDDEN; /* threads are under control */
extern int rdl_in_libc RDL_HIDDEN; /* depth of rdl_libc_begin */
static inline bool rdl_controlled(void)
{
    return rdl_active && rdl_in_libc == 0;
}

/* Threads run freely, as the kernel schedules them: nothing is ever under
 * control, but raddle gets the failures (sched/noise.h). */
extern bool rdl_runs_free RDL_HIDDEN;

/* True in a child that the target forked: the runtime records nothing and
 * reports no finding there. */
extern bool rdl_child;
/* start/start.c: begins control before main, for a constructor that makes a
 * thread. */
void rdl_activate(void);
/* Called in the child of the target's fork (start/start.c). */
void rdl_child_after_fork(void);

/* The memory shared with the driver; NULL when there is no driver, and a
 * private copy in children of fork. */
extern struct rdl_shared *rdl_shared RDL_HIDDEN;
/* Is nothing under control, so that no virtual environment is needed? */
static inline bool rdl_alone(void)
{
    return rdl_shared == NULL || rdl_runs_free;
}

/* Does this process rewind and run all its executions in place? */
extern bool rdl_rewinds;
/* How this process isolates its executions. */
extern enum rdl_isolation_level rdl_isolation_now;

#endif
