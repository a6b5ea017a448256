/* stacks.h - the stacks of all threads for a finding, from the unwinder. */
#ifndef RDL_RUNTIME_SCHED_STACKS_H
#define RDL_RUNTIME_SCHED_STACKS_H

#include "runtime/core/thread.h"

/* Replaces the frames in the views by those that the unwinder finds; it also
 * sees code without hooks. */
void rdl_stacks_walk(struct rdl_finding *f);
/* t was resumed only to walk its own stack; does not return. */
_Noreturn void rdl_stacks_show(struct rdl_thread *t);
/* Too little of t's stack is left for the step at pc. */
void rdl_stacks_overflow(struct rdl_thread *t, uintptr_t pc);

#endif
