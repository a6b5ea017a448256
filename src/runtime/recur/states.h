/* states.h - the state of a thread and of the program's memory, as a number.
 *
 * Two states that differ have different numbers, as far as 64 bits go. */
#ifndef RDL_RUNTIME_RECUR_STATES_H
#define RDL_RUNTIME_RECUR_STATES_H

#include "runtime/core/thread.h"

/* The calling thread's registers, stack, thread-local storage, locks and what
 * the runtime keeps for it (thread-specific data, signals, cancellation, name),
 * as they are where the target called the runtime; *bytes is their size. False:
 * it runs on a stack that is not its own, or its stack is destroyed. */
bool rdl_state_thread(const struct rdl_thread *t, uint64_t *state,
                      size_t *bytes);

/* All private memory of the program but stacks and thread-local storage.
 * False: it cannot be read, or is larger than RDL_STATE_MOST. */
#define RDL_STATE_MOST (UINT64_C(64) << 20)
bool rdl_state_memory(uint64_t *state);

#endif
