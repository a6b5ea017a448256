/* shadow_stack.h - a thread's call stack, maintained by function entry hooks.
 *
 * Entries carry the stack pointer.  The hooks discard entries that it has
 * passed, so that longjmp and exceptions, which skip the exit hooks, leave no
 * stale frames. */
#ifndef RDL_RUNTIME_CORE_SHADOW_STACK_H
#define RDL_RUNTIME_CORE_SHADOW_STACK_H

#include <stddef.h>
#include <stdint.h>

#define RDL_SHADOW_DEPTH 256

struct rdl_frame {
    uintptr_t pc; /* return address, in the caller */
    uintptr_t sp; /* stack pointer at the callee's entry */
    /* A number that whoever compares calls gives it: another call from the same
     * place begins with 0 (observe/blocks.c). */
    uint64_t call;
};

struct rdl_shadow {
    /* May exceed RDL_SHADOW_DEPTH: deeper frames are not stored. */
    uint32_t depth;
    struct rdl_frame frames[RDL_SHADOW_DEPTH];
};

static inline void rdl_shadow_enter(struct rdl_shadow *s, uintptr_t pc,
                                    uintptr_t sp)
{
    while (s->depth > 0 && s->depth <= RDL_SHADOW_DEPTH &&
           s->frames[s->depth - 1].sp <= sp)
        s->depth--;
    if (s->depth < RDL_SHADOW_DEPTH)
        s->frames[s->depth] = (struct rdl_frame){ pc, sp, 0 };
    s->depth++;
}

static inline void rdl_shadow_leave(struct rdl_shadow *s)
{
    if (s->depth > 0)
        s->depth--;
}

#endif
