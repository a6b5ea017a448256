/* calls.c - entry and exit of functions: the shadow stack, and what has
 * nothing to tell.  No scheduling points: nobody else can notice a call. */
#include "runtime/memory/memory.h"

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
    if (likely(rdl_controlled()))
        rdl_shadow_leave(&rdl_self->shadow);
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
