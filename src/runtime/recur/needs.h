/* needs.h - what the recurrence needs from rooms above it. */
#ifndef RDL_RUNTIME_RECUR_NEEDS_H
#define RDL_RUNTIME_RECUR_NEEDS_H

#include "runtime/core/thread.h"

/* threads/ */

/* Folds t's thread-specific data into `state`. */
uint64_t rdl_keys_state(const struct rdl_thread *t, uint64_t state);

/* io/ */

/* Folds into `state` how many random bytes t has drawn. */
uint64_t rdl_random_state(const struct rdl_thread *t, uint64_t state);

#endif
