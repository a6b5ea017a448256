/* thread_life.h - creates and ends virtual threads. */
#ifndef RDL_RUNTIME_SCHED_THREAD_LIFE_H
#define RDL_RUNTIME_SCHED_THREAD_LIFE_H

#include "runtime/core/thread.h"

/* A new, enabled thread whose first step is pending.  NULL: too many threads or
 * out of memory.  stack NULL: the donor's own stack, or a mapping if `size` is
 * larger. */
struct rdl_thread *rdl_thread_new(void *(*start)(void *), void *argument,
                                  void *stack, size_t size);
/* The calling thread has run its destructors: ends it and wakes its joiners. */
_Noreturn void rdl_thread_end(void *result);
/* Another thread took its result, or it is detached and has ended: its slot may
 * be reused. */
void rdl_thread_reap(struct rdl_thread *t);

void rdl_thread_main(void);          /* the caller becomes thread 0 */
uint32_t rdl_thread_count(void);     /* number created in this execution */
void rdl_thread_forget_others(void); /* in the child of a fork */

#endif
