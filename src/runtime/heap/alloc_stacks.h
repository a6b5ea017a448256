/* alloc_stacks.h - where blocks were allocated and freed: call stacks, each
 * stored once and identified by a number.
 *
 * They live longer than the execution: the same stacks occur again, and an
 * address only depends on the module it lies in.  When the table is full, new
 * stacks are not stored. */
#ifndef RDL_RUNTIME_HEAP_ALLOC_STACKS_H
#define RDL_RUNTIME_HEAP_ALLOC_STACKS_H

#include "base/finding.h"
#include "runtime/core/shadow_stack.h"

/* Takes memory from `at` on; without memory no stack is ever stored. */
void rdl_alloc_stacks_init(void *at);
/* The number of the stack of `pc`, `outer` (0: not used) and the shadow stack's
 * frames, as many as fit; 0: not stored. */
uint32_t rdl_alloc_stacks_of(uintptr_t pc, uintptr_t outer,
                             const struct rdl_frame *frames, size_t depth);
/* The frames of a stack, innermost first; returns how many. */
size_t rdl_alloc_stacks_frames(uint32_t origin,
                               uintptr_t out[RDL_BLOCK_FRAMES]);

#endif
