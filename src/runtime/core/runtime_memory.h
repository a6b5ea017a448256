/* runtime_memory.h - memory that the runtime maps for itself, in a region of
 * the address space that the target does not use.
 *
 * Mappings made before the snapshot stay.  Mappings made during an execution
 * end with it, and the next execution reuses their addresses.  Each mapping has
 * an unmapped page before and after it, which stops an overrun of the target.
 *
 * The restorer "own" draws the line between the two when it saves. snapshot.c
 * calls it after all others, so that the mappings of the other restorers and of
 * the image are on the permanent side; therefore it is not in list.h. */
#ifndef RDL_RUNTIME_CORE_RUNTIME_MEMORY_H
#define RDL_RUNTIME_CORE_RUNTIME_MEMORY_H

#include "runtime/core/restorer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed, page-aligned memory mapped with MAP_NORESERVE; NULL: out of
 * memory. */
void *rdl_runtime_memory_map(size_t size);
/* For mappings that would pile up within an execution; start and size as
 * mapped. */
void rdl_runtime_memory_unmap(void *start, size_t size);
/* Makes memory read-only, or writable again: protects the snapshot from the
 * target's wild writes.  Not for memory that belongs to an execution. */
void rdl_runtime_memory_seal(void *start, size_t size);
void rdl_runtime_memory_unseal(void *start, size_t size);
bool rdl_runtime_memory_holds(uintptr_t addr);
/* Is any of it in the `size` bytes from `start`? */
bool rdl_runtime_memory_meets(uintptr_t start, size_t size);

extern const struct rdl_restorer rdl_restorer_own;

#endif
