/* heap.h - the target's heap: the same addresses in every execution that takes
 * the same steps, whatever the engine, isolation or environment; and a finding
 * for every invalid access.
 *
 * There are two arenas.  Allocations by the loader, by constructors and by the
 * runtime's own calls into libc depend on the environment; in an arena of their
 * own they do not move what the target allocates under control.
 *
 * At least RDL_HEAP_REDZONE bytes after every block, hence before the next one,
 * belong to no block.  A freed block is allocated again only when
 * QUARANTINE_BYTES of other blocks were freed after it (quarantine.c).  Memory
 * that is allocated for the first time in an execution reads as zero, so that
 * no execution sees data of an earlier one.
 *
 * The caller promises: no two calls overlap.  Under control only one thread
 * runs at a time and the heap has no scheduling point; otherwise
 * memory/malloc.c takes a lock. The heap promises: it allocates nothing through
 * libc; it has no state in the blocks, so no stray write of the target can
 * confuse it; all of its state and the blocks lie within RDL_HEAP_SPAN
 * bytes. */
#ifndef RDL_RUNTIME_HEAP_HEAP_H
#define RDL_RUNTIME_HEAP_HEAP_H

#include "base/event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RDL_HEAP_SPAN (UINT64_C(4) << 40)
#define RDL_HEAP_BLOCKS (UINT64_C(2) << 40) /* of the span, from its start */
#define RDL_HEAP_REDZONE 16

enum rdl_heap_arena { RDL_HEAP_EARLY, RDL_HEAP_TARGET, RDL_N_ARENAS };

/* The thread and place that allocate or free a block, for findings. */
struct rdl_heap_call {
    uint64_t allocation; /* of a new block, not 0: which of which thread */
    uint32_t origin;     /* rdl_alloc_stacks_of */
    rdl_tid tid;         /* RDL_NO_TID: not under control */
};

/* If addr lies in a block in use: returns the number of its allocation and the
 * offset in it. */
bool rdl_heap_find(uintptr_t addr, uint64_t *allocation, size_t *offset);

/* A block of `size` bytes, aligned to `align` (a power of two) and to 16;
 * `zero`: filled with zeros.  NULL: out of memory. */
void *rdl_heap_alloc(enum rdl_heap_arena arena, size_t size, size_t align,
                     bool zero, const struct rdl_heap_call *call);
/* False, and nothing has changed: `block` is not the start of a block in use.
 * Under control a freed block goes into quarantine. */
bool rdl_heap_free(void *block, const struct rdl_heap_call *call);
/* realloc for a block in use, in two parts.  The first finds room for `size`
 * bytes: the block itself, or a new one.  NULL: out of memory, and the block is
 * as before.  The second moves the block there, and frees it if that is another
 * one.  The result counts as a new allocation, moved or not. */
void *rdl_heap_room(enum rdl_heap_arena arena, void *block, size_t size,
                    const struct rdl_heap_call *call);
void rdl_heap_move(void *block, void *room, size_t size,
                   const struct rdl_heap_call *call);

/* The state of the block that begins there, as far as the heap remembers. */
enum rdl_heap_state { RDL_BLOCK_NONE, RDL_BLOCK_USED, RDL_BLOCK_FREED };
enum rdl_heap_state rdl_heap_state(const void *block);
/* The size as requested; 0 if `block` is not the start of a block in use. */
size_t rdl_heap_size(const void *block);

struct rdl_heap_totals {
    size_t mapped, used, blocks; /* bytes, bytes requested, count */
};
struct rdl_heap_totals rdl_heap_totals(void);

/* Was the preferred address taken?  (Addresses then differ from other runs.) */
bool rdl_heap_displaced(void);

/* --- Accesses ------------------------------------------------------------ */

extern uintptr_t rdl_heap_start; /* until it is set no address lies after it */

/* Does addr lie anywhere in the heap's memory, in a block or not? */
static inline bool rdl_heap_holds(uintptr_t addr)
{
    return addr - rdl_heap_start < RDL_HEAP_SPAN;
}

/* Do the bytes lie in one block in use?  addr must lie in the block area. */
bool rdl_heap_allows(uintptr_t addr, size_t size);
/* They do not: reports a finding, under control. */
void rdl_heap_misused(uintptr_t addr, size_t size, bool writes, uintptr_t pc);

/* The calling thread, under control, is about to access these bytes. */
static inline void rdl_heap_check(const volatile void *addr, size_t size,
                                  bool writes, uintptr_t pc)
{
    if ((uintptr_t)addr - rdl_heap_start < RDL_HEAP_BLOCKS &&
        !rdl_heap_allows((uintptr_t)addr, size))
        rdl_heap_misused((uintptr_t)addr, size, writes, pc);
}

/* The calling thread just took the step `op`: checks an atomic operation, or
 * one on a lock or similar object in memory.  Other steps are not accesses,
 * whatever their operand: waking the waiters at an address, protecting a
 * page. */
static inline void rdl_heap_check_step(enum rdl_op op,
                                       const volatile void *addr, size_t size,
                                       uintptr_t pc)
{
    if (rdl_op_in_memory(op))
        rdl_heap_check(addr, size, rdl_op_effect(op) != RDL_READS, pc);
}

/* Was `outer`, read from the stack as the place where the program called a
 * library that called us at `pc`, really such a place?  (If the program called
 * us directly it may be anything.) */
bool rdl_heap_through_library(uintptr_t pc, uintptr_t outer);
/* free or realloc (`call`, such as "free()") got a pointer that is not a block
 * in use. */
void rdl_heap_wrong_free(void *block, const char *call, uintptr_t pc);

/* --- The rewind ----------------------------------------------------------- */

/* Reports the parts of the heap that the rewind must restore to their present
 * state.  rdl_heap_forget drops what the heap takes beyond them; call it before
 * they are restored. */
void rdl_heap_ranges(void (*add)(void *start, size_t size));
void rdl_heap_save(void);
void rdl_heap_forget(void);
/* Returns memory to the kernel that is only held for later executions: a memory
 * limit must have the same effect as in a new process. */
void rdl_heap_trim(void);

#endif
