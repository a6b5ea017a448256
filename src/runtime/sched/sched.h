/* sched.h - scheduling points: which thread takes the next step. Interceptors
 * use core/interceptor.h. */
#ifndef RDL_RUNTIME_SCHED_SCHED_H
#define RDL_RUNTIME_SCHED_SCHED_H

#include "runtime/core/state.h"

/* Chooses the thread that steps next and records the step.  Does not return
 * when the execution is over. */
struct rdl_thread *rdl_sched_decide(void);
/* t's latest step is complete: its written value and its effect are known now.
 * Returns whether t spins. */
bool rdl_sched_settle(struct rdl_thread *t);
/* A scheduling point for a plain access, which observe/sharing.h notes. */
struct rdl_event *rdl_point_access(enum rdl_op op, const volatile void *addr,
                                   size_t size, uintptr_t pc, unsigned flags);
/* The same for an access that needs no decision: rdl_sharing_private.  Both
 * return the calling thread's event. */
struct rdl_event *rdl_point_private(enum rdl_op op, const volatile void *addr,
                                    size_t size, uintptr_t pc);
/* A scheduling point for an atomic operation or a fence, in any thread.  False:
 * the thread is not under control, and there was no point. */
bool rdl_point_atomic(enum rdl_op op, const volatile void *addr, size_t size,
                      uintptr_t pc, enum rdl_order order);
/* The compare-exchange just done failed (rdl_failed) and therefore has the
 * memory order `order`. */
void rdl_failed_in(enum rdl_order order);
/* The execution ends while thread `tid` stands at the step that it has
 * announced: records it as a step, though the thread never makes it. */
void rdl_sched_stand(rdl_tid tid);
/* The calling thread frees this block, or removes this mapping (RDL_EV_UNMAPS).
 * Call it while the memory is still there. */
void rdl_sched_freed(const void *block, size_t size, uintptr_t pc,
                     unsigned flags);
/* Records only the written value: call it before that memory goes away. */
void rdl_sched_written(struct rdl_thread *t);
/* The code location of t: of its latest step if it has the turn, otherwise of
 * the step that it has announced. */
uintptr_t rdl_sched_place(const struct rdl_thread *t);

#endif
