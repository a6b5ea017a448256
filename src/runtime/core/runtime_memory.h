/* runtime_memory.h - memory that the runtime maps for itself, in one region of
 * the address space where nothing of the target's lies.
 *
 * What is mapped before the snapshot stays; what is mapped during an execution
 * goes with it, and its place is used again.  Each mapping has an unmapped
 * page before and behind it, so that an overrun of the target ends there.
 *
 * The part "own" draws the line between the two when it is asked to save.
 * snapshot.c asks it last of all, so that what the others and the image map
 * for themselves is on the right side; hence it is not in list.h. */
#ifndef RDL_RUNTIME_CORE_RUNTIME_MEMORY_H
#define RDL_RUNTIME_CORE_RUNTIME_MEMORY_H

#include "runtime/core/restorer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed memory, page aligned, without a reservation of memory for it; NULL:
 * none. */
void *rdl_runtime_memory_map(size_t size);
/* For what would pile up within an execution; start and size as mapped. */
void rdl_runtime_memory_unmap(void *start, size_t size);
/* Read-only, or no longer: what a snapshot is restored from is out of reach of
 * the target's wild writes.  Not for what belongs to an execution. */
void rdl_runtime_memory_seal(void *start, size_t size);
void rdl_runtime_memory_unseal(void *start, size_t size);
bool rdl_runtime_memory_holds(uintptr_t addr);

extern const struct rdl_restorer rdl_restorer_own;

#endif
