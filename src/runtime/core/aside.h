/* aside.h - where the target's stack is while the runtime works aside
 * (machine/aside.h), and how the target's code runs meanwhile. */
#ifndef RDL_RUNTIME_CORE_ASIDE_H
#define RDL_RUNTIME_CORE_ASIDE_H

#include "runtime/core/thread.h"
#include "runtime/machine/sigframe.h"

#include <stdint.h>

/* Of each of these stacks; the upper end is in its highest page (donor.c). */
#define RDL_ASIDE_SIZE (UINT64_C(128) << 10)
/* Bytes above t->aside; see aside.c. */
#define RDL_ASIDE_ABOVE 64

/* The stack pointer with which the target called the runtime, which works aside
 * for t. */
static inline uintptr_t rdl_aside_sp(const struct rdl_thread *t)
{
    return *(const uintptr_t *)t->aside;
}

/* The calling thread's stack pointer on the target's stack. */
static RDL_INLINE uintptr_t rdl_aside_target(void)
{
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);

    return rdl_aside_holds(frame) ? rdl_aside_sp(rdl_self) : frame;
}

/* The target's code is about to run on its own stack, although the runtime
 * works aside and its frames end at `sp`: from now on t works further down.
 * Call the second when that code has returned; it may never do so. */
void rdl_aside_lower(struct rdl_thread *t, uintptr_t sp);
void rdl_aside_raise(struct rdl_thread *t);

/* Calls function(number, info, argument), which is code of the target or calls
 * some, on the target's stack, whatever stack the caller is on. */
void rdl_aside_leave(rdl_sigframe_function *function, int number,
                     siginfo_t *info, void *argument);

/* A signal interrupted the target at `sp`: where on t's stack aside the runtime
 * can work.  `sp` may lie there itself. */
char *rdl_aside_for(struct rdl_thread *t, uintptr_t sp);

#endif
