/* alloc_stacks.h - where blocks were made and freed: call stacks, each kept
 * once and known by a number.
 *
 * They outlive the execution: the same stacks come again, and no more is known
 * about an address than the module it lies in.  When there is no more room,
 * new ones are not kept. */
#ifndef RDL_RUNTIME_HEAP_ALLOC_STACKS_H
#define RDL_RUNTIME_HEAP_ALLOC_STACKS_H

#include "base/finding.h"
#include "runtime/core/shadow_stack.h"

/* Takes memory from `at` on; if there is none, no stack is ever known. */
void rdl_alloc_stacks_init(void *at);
/* The stack of `pc`, `outer` (0: none) and the shadow stack's frames, as far as
 * there is room; 0: not kept. */
uint32_t rdl_alloc_stacks_of(uintptr_t pc, uintptr_t outer,
                             const struct rdl_frame *frames, size_t depth);
/* The same, innermost first; returns how many. */
size_t rdl_alloc_stacks_frames(uint32_t origin,
                               uintptr_t out[RDL_BLOCK_FRAMES]);

#endif
