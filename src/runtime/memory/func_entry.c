/* func_entry.c - entry and exit of functions: the shadow stack, and what has
 * nothing to tell.  No scheduling points: nobody else can notice a call. */
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
    /* What it has written to a variable of its own goes away with its frame,
     * and the next hook would read what hooks before it have left there. */
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
/* A race detector's: the accesses in between are steps like any other. */
NOTHING(ignore_thread_begin)
NOTHING(ignore_thread_end)
