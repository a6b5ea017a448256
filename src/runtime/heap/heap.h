/* heap.h - the target's heap: the same addresses in every execution that
 * takes the same steps, whatever engine, isolation or environment.
 *
 * Two arenas, so that what the loader, constructors and the runtime's own
 * calls into libc allocate (which depends on the environment) moves nothing
 * of what the target allocates under control.
 *
 * The caller promises: no two calls overlap.  Under control only one thread
 * runs at a time and the heap has no scheduling point; for everybody else
 * intercept/malloc.c takes a lock.
 * The heap promises: it allocates nothing through libc; it keeps no state in
 * the blocks, so no stray write of the target can confuse it; all of its state
 * lies within RDL_HEAP_SPAN bytes, the blocks too. */
#ifndef RDL_RUNTIME_HEAP_H
#define RDL_RUNTIME_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RDL_HEAP_SPAN (UINT64_C(4) << 40)

enum rdl_heap_arena { RDL_HEAP_EARLY, RDL_HEAP_TARGET, RDL_N_ARENAS };

/* If addr lies in a block that is in use: which allocation it was (thread
 * serial << 32 | its n-th allocation) and the offset in it. */
bool rdl_heap_find(uintptr_t addr, uint64_t *allocation, size_t *offset);

/* A block of at least `size` bytes, aligned to `align` (a power of two) and to
 * 16; `zero`: filled with zeros.  `allocation` is not 0.  NULL: no memory. */
void *rdl_heap_alloc(enum rdl_heap_arena arena, size_t size, size_t align,
                     bool zero, uint64_t allocation);
/* False and nothing changed: `block` is not the start of a block in use. */
bool rdl_heap_free(void *block);
/* As realloc for a block in use; NULL: no memory, and the block stays.  The
 * result counts as the new `allocation`, moved or not. */
void *rdl_heap_resize(enum rdl_heap_arena arena, void *block, size_t size,
                      uint64_t allocation);
/* Bytes that may be used, 0 if `block` is not the start of a block in use. */
size_t rdl_heap_usable(const void *block);

struct rdl_heap_totals {
    size_t mapped, used, blocks; /* bytes, bytes asked for, count */
};
struct rdl_heap_totals rdl_heap_totals(void);

/* Was the preferred place taken?  (Addresses then differ from other runs.) */
bool rdl_heap_displaced(void);

#endif
