/* thread_life.h - threads begin and end. */
#ifndef RDL_RUNTIME_SCHED_THREAD_LIFE_H
#define RDL_RUNTIME_SCHED_THREAD_LIFE_H

#include "runtime/core/thread.h"

/* A new thread, enabled, its first step pending.  NULL: no more threads or no
 * memory.  stack NULL: the donor's own, or a mapping if `size` is larger. */
struct rdl_thread *rdl_thread_new(void *(*start)(void *), void *argument,
                                  void *stack, size_t size);
/* The calling thread has run its destructors: ends it, wakes its joiners. */
_Noreturn void rdl_thread_end(void *result);
/* Its result was taken, or it is detached and has ended: may be used again. */
void rdl_thread_reap(struct rdl_thread *t);

void rdl_thread_main(void);          /* the caller becomes thread 0 */
uint32_t rdl_thread_count(void);     /* created in this execution */
void rdl_thread_forget_others(void); /* in the child of a fork */

#endif
