/* heap.h - the target's heap: the same addresses in every execution that
 * takes the same steps, whatever engine, isolation or environment; and a
 * finding for every access that the program has no right to.
 *
 * Two arenas, so that what the loader, constructors and the runtime's own
 * calls into libc allocate (which depends on the environment) moves nothing
 * of what the target allocates under control.
 *
 * Behind every block lie at least RDL_HEAP_REDZONE bytes that belong to nobody,
 * and so before the next.  A block that was freed is handed out again only
 * when QUARANTINE_BYTES of others were freed after it (quarantine.c).
 * Memory that was not handed out before in an execution reads as zero, so that
 * no execution sees what an earlier one left there.
 *
 * The caller promises: no two calls overlap.  Under control only one thread
 * runs at a time and the heap has no scheduling point; for everybody else
 * memory/malloc.c takes a lock.
 * The heap promises: it allocates nothing through libc; it keeps no state in
 * the blocks, so no stray write of the target can confuse it; all of its state
 * lies within RDL_HEAP_SPAN bytes, the blocks too. */
#ifndef RDL_RUNTIME_HEAP_HEAP_H
#define RDL_RUNTIME_HEAP_HEAP_H

#include "base/event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RDL_HEAP_SPAN (UINT64_C(4) << 40)
#define RDL_HEAP_BLOCKS (UINT64_C(2) << 40) /* of it, from its start on */
#define RDL_HEAP_REDZONE 16

enum rdl_heap_arena { RDL_HEAP_EARLY, RDL_HEAP_TARGET, RDL_N_ARENAS };

/* Who makes or frees a block, for findings. */
struct rdl_heap_call {
    uint64_t allocation; /* of a new block, not 0: thread serial << 32 | its
                            n-th allocation */
    uint32_t origin;     /* rdl_alloc_stacks_of */
    rdl_tid tid;         /* RDL_NO_TID: not under control */
};

/* If addr lies in a block that is in use: which allocation it was and the
 * offset in it. */
bool rdl_heap_find(uintptr_t addr, uint64_t *allocation, size_t *offset);

/* A block of `size` bytes, aligned to `align` (a power of two) and to 16;
 * `zero`: filled with zeros.  NULL: no memory. */
void *rdl_heap_alloc(enum rdl_heap_arena arena, size_t size, size_t align,
                     bool zero, const struct rdl_heap_call *call);
/* False and nothing changed: `block` is not the start of a block in use.
 * Freed under control it goes into quarantine. */
bool rdl_heap_free(void *block, const struct rdl_heap_call *call);
/* As realloc for a block in use; NULL: no memory, and the block stays.  The
 * result counts as the new allocation, moved or not. */
void *rdl_heap_resize(enum rdl_heap_arena arena, void *block, size_t size,
                      const struct rdl_heap_call *call);

/* The block that begins there, as far as the heap remembers. */
enum rdl_heap_state { RDL_BLOCK_NONE, RDL_BLOCK_USED, RDL_BLOCK_FREED };
enum rdl_heap_state rdl_heap_state(const void *block);
/* As asked for; 0 if `block` is not the start of a block in use. */
size_t rdl_heap_size(const void *block);

struct rdl_heap_totals {
    size_t mapped, used, blocks; /* bytes, bytes asked for, count */
};
struct rdl_heap_totals rdl_heap_totals(void);

/* Was the preferred place taken?  (Addresses then differ from other runs.) */
bool rdl_heap_displaced(void);

/* --- Accesses ------------------------------------------------------------ */

extern uintptr_t rdl_heap_start; /* no address lies behind it until it is set */

/* Any of the heap's memory, blocks or not. */
static inline bool rdl_heap_holds(uintptr_t addr)
{
    return addr - rdl_heap_start < RDL_HEAP_SPAN;
}

/* Do the bytes lie in one block in use?  addr lies among the blocks. */
bool rdl_heap_allows(uintptr_t addr, size_t size);
/* They do not: a finding, under control. */
void rdl_heap_misused(uintptr_t addr, size_t size, bool writes, uintptr_t pc);

/* The calling thread, under control, is about to touch these bytes. */
static inline void rdl_heap_check(const volatile void *addr, size_t size,
                                  bool writes, uintptr_t pc)
{
    if ((uintptr_t)addr - rdl_heap_start < RDL_HEAP_BLOCKS &&
        !rdl_heap_allows((uintptr_t)addr, size))
        rdl_heap_misused((uintptr_t)addr, size, writes, pc);
}

/* It just took the step `op`: an atomic operation, or one of a lock or the like
 * that lies in memory.  Others are not accesses, whatever their operand: to
 * wake those who wait at an address, to protect a page. */
static inline void rdl_heap_check_step(enum rdl_op op,
                                       const volatile void *addr, size_t size,
                                       uintptr_t pc)
{
    if (rdl_op_in_memory(op))
        rdl_heap_check(addr, size, rdl_op_effect(op) != RDL_READS, pc);
}

/* Is `outer`, read from the stack as the place where the program called the
 * library that called us at `pc`, really such a place?  (If the program called
 * us itself it may be anything.) */
bool rdl_heap_through_library(uintptr_t pc, uintptr_t outer);
/* free or realloc (`call`, as "free()") was given what is no block in use. */
void rdl_heap_wrong_free(void *block, const char *call, uintptr_t pc);

/* --- The rewind ----------------------------------------------------------- */

/* The parts of the heap that are to be as they are now; what the heap takes
 * beyond them is forgotten by rdl_heap_forget, to be called before they are
 * brought back. */
void rdl_heap_ranges(void (*add)(void *start, size_t size));
void rdl_heap_save(void);
void rdl_heap_forget(void);
/* Gives back memory that is only kept for the executions to come: a limit is
 * to be felt as in a new process. */
void rdl_heap_trim(void);

#endif
