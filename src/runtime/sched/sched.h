/* sched.h - scheduling points: who takes the next step.  Interceptors use
 * core/interceptor.h. */
#ifndef RDL_RUNTIME_SCHED_SCHED_H
#define RDL_RUNTIME_SCHED_SCHED_H

#include "runtime/core/state.h"

/* Enabled or not; both are idempotent. */
void rdl_sched_enable(struct rdl_thread *t);
void rdl_sched_disable(struct rdl_thread *t);

/* Chooses who steps next and records the step.  Does not return when the
 * execution is over. */
struct rdl_thread *rdl_sched_decide(void);
/* The step that t took last is over: its written value and effect are known
 * now.  Returns whether t spins. */
bool rdl_sched_settle(struct rdl_thread *t);
/* A scheduling point of a plain access, which is noted (observe/sharing.h). */
struct rdl_event *rdl_point_access(enum rdl_op op, const volatile void *addr,
                                   size_t size, uintptr_t pc, unsigned flags);
/* The same of an access that needs no decision: rdl_sharing_private.  Both
 * return the calling thread's event. */
struct rdl_event *rdl_point_private(enum rdl_op op, const volatile void *addr,
                                    size_t size, uintptr_t pc);
/* A scheduling point of an atomic operation or a fence, in any thread.  False:
 * the thread is not under control, and there was none. */
bool rdl_point_atomic(enum rdl_op op, const volatile void *addr, size_t size,
                      uintptr_t pc, enum rdl_order order);
/* The compare-exchange just done had no success (rdl_failed), and with that
 * another memory order. */
void rdl_failed_in(enum rdl_order order);
/* Only the written value: to be asked for before its memory goes away. */
void rdl_sched_written(struct rdl_thread *t);
/* The place where t is: of its latest step if it has the turn, otherwise of
 * the step that it has announced. */
uintptr_t rdl_sched_place(const struct rdl_thread *t);

#endif
