/* func_entry.c - function entry and exit: maintains the shadow stack.  Not
 * scheduling points: other threads cannot observe a call. */
#include "runtime/memory/memory.h"

#include "runtime/sched/sched.h"

#define FRAME_MOST (UINT64_C(1) << 20)

void rdl_hook_func_entry(void *caller);
void rdl_hook_func_entry(void *caller)
{
    if (likely(rdl_controlled()))
        rdl_shadow_enter(&rdl_self->shadow, (uintptr_t)caller,
                         (uintptr_t)__builtin_frame_address(0));
}

void rdl_hook_func_exit(void);
void rdl_hook_func_exit(void)
{
    struct rdl_thread *t = rdl_self;

    if (unlikely(!rdl_controlled()))
        return;
    /* A local variable that it has written goes away with its frame; the next
     * hook would read what earlier hooks left there. */
    if (t->write_due - (uintptr_t)__builtin_frame_address(0) < FRAME_MOST)
        rdl_sched_written(t);
    rdl_shadow_leave(&t->shadow);
}

#define NOTHING(name)                                                          \
    void rdl_hook_##name(void);                                                \
    void rdl_hook_##name(void)                                                 \
    {                                                                          \
    }

NOTHING(init)
/* For race detectors: the accesses in between are ordinary steps. */
NOTHING(ignore_thread_begin)
NOTHING(ignore_thread_end)
