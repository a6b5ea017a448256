/* dead_stack.h - accesses to stack memory that its thread no longer uses: the
 * function whose frame it was has returned, or the thread has ended.
 *
 * Only accesses by other threads are looked at: the usual case is an argument
 * of pthread_create that points to a local variable of a function that does not
 * wait for the new thread. */
#ifndef RDL_RUNTIME_SCHED_DEAD_STACK_H
#define RDL_RUNTIME_SCHED_DEAD_STACK_H

#include "runtime/core/aside.h"

/* The slow path of rdl_dead_stack_check: addr may be on another's stack. */
void rdl_dead_stack_look(uintptr_t addr, size_t size, bool writes,
                         uintptr_t pc);

/* The calling thread, which works aside, is about to access these bytes:
 * reports it if they lie in a dead part of another thread's stack. */
static RDL_INLINE void rdl_dead_stack_check(const volatile void *addr,
                                            size_t size, bool writes,
                                            uintptr_t pc)
{
    const uintptr_t at = (uintptr_t)addr, sp = rdl_aside_sp(rdl_self);

    if (at - sp < rdl_self->stack_top - sp ||
        likely(!rdl_donor_region(at) &&
               rdl_thread_at(0)->stack_top - at >= RDL_DONOR_STACK))
        return;
    rdl_dead_stack_look(at, size, writes, pc);
}

#endif
