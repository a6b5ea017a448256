/* arena.h - the heap's internal view of its memory; for heap/ only.
 *
 * An arena is an address range divided into pages.  Runs of pages are spans: a
 * span is free, or one large block, or many small blocks of one size.  The page
 * map leads from any address to its span in one load.
 *
 * A rewind restores what rdl_heap_ranges names, and nothing else: slots from
 * n_fresh on, descriptors and slots beyond arena.pool, and memory that was not
 * allocated may have any contents. */
#ifndef RDL_RUNTIME_HEAP_ARENA_H
#define RDL_RUNTIME_HEAP_ARENA_H

#include "runtime/heap/heap.h"

#define PAGE_SHIFT 12
#define PAGE ((size_t)1 << PAGE_SHIFT)
#define ARENA_SPAN (UINT64_C(1) << 40) /* bytes of address space */
#define N_CLASSES 84
#define N_BINS 96
#define SMALL_LIMIT 32768 /* larger blocks, redzone included, are spans */

/* The metadata of a block, never stored in the block itself. */
struct slot {
    uint64_t allocation;
    uint64_t size : 48;   /* as requested */
    uint64_t state : 16;  /* enum rdl_heap_state */
    uint32_t made, freed; /* alloc_stacks numbers */
    rdl_tid maker, freer;
    uint32_t next; /* the next free block, if this small block is free */
};

struct span {
    char *start;
    size_t n_pages;
    /* Pages of a free run to return to the kernel (an estimate) */
    size_t n_dirty;
    /* Includes the redzone; the whole span of a large block. */
    size_t block_size;
    uint64_t reciprocal; /* ceil(2^40 / block_size); 0: one block */
    struct slot *slots;
    uint32_t n_blocks;
    uint32_t n_fresh; /* blocks below were allocated at least once */
    uint32_t n_used;  /* in use or in quarantine */
    uint32_t free;    /* a free block, or NO_BLOCK */
    uint8_t class;
    bool is_free; /* a free run, in a bin */
    /* A free run that is zero, except for stale pages. */
    bool zero;
    struct span *next, *previous; /* in its class or bin */
    struct slot own;              /* the slot of a large block */
};

#define NO_BLOCK UINT32_MAX

/* Blocks in quarantine, a ring in the order in which they were freed. */
#define QUARANTINE_SLOTS 16384
struct quarantine {
    void **ring;
    uint32_t first, end; /* only grow; the ring index is modulo its size */
    size_t bytes;
};

struct arena {
    char *start;
    size_t n_pages; /* in spans */
    size_t n_taken; /* pages below have been part of a block */
    /* Pages below may be in the image: never returned to the kernel. */
    size_t n_fixed;
    struct span **map; /* page number to span; NULL inside a free run */
    /* Descriptors and slots are allocated from here. */
    char *pool;
    /* Free pages that were not returned to the kernel. */
    size_t dirty;
    struct span *descriptors;        /* unused ones */
    struct span *partial[N_CLASSES]; /* spans with a free block */
    /* Descriptors with slots but without pages. */
    struct span *spare[N_CLASSES];
    struct span *bins[N_BINS]; /* free runs by size */
    struct quarantine quarantine;
    struct reserve *reserve;
};

/* What the kernel has mapped for an arena; a rewind does not change it. */
struct reserve {
    size_t n_pages; /* mapped */
    size_t n_stale; /* pages below may hold data of an earlier execution */
    char *map_end, *pool_start, *pool_end; /* mapped */
};

extern struct arena *rdl_arenas[RDL_N_ARENAS]; /* heap.c */

static inline struct arena *rdl_arena_of(uintptr_t addr)
{
    return rdl_arenas[(addr - rdl_heap_start) / ARENA_SPAN];
}

/* The span of an address in the block area; for a free run only its first and
 * last page have one.  NULL inside a free run and after the last page. */
static inline struct span *rdl_span_of(uintptr_t addr)
{
    const struct arena *a = rdl_arena_of(addr);
    size_t page = (addr - (uintptr_t)a->start) >> PAGE_SHIFT;

    return page < a->n_pages ? a->map[page] : NULL;
}

/* The index of the block in its span; after the last block there may be a
 * remainder. */
static inline size_t rdl_block_of(const struct span *s, uintptr_t addr)
{
    return (addr - (uintptr_t)s->start) * s->reciprocal >> 40;
}

/* pages.c */

/* Maps [start, start + size), which must be unused; false: out of memory. */
bool rdl_heap_map(void *start, size_t size);
void rdl_arena_init(struct arena *a, size_t number, char *start, char *map,
                    char *pool);
/* Memory for descriptors and slots, with any contents; never freed.  NULL: out
 * of memory. */
void *rdl_arena_meta(struct arena *a, size_t size);

/* A run of exactly n pages, aligned to `align` pages, as a span to which all
 * its pages lead in the map.  `s` is the descriptor to use, NULL: a new one.
 * Returns NULL: out of memory. */
struct span *rdl_pages_take(struct arena *a, struct span *s, size_t n,
                            size_t align);
/* Frees the pages, and the descriptor unless `keep`. */
void rdl_pages_give(struct arena *a, struct span *s, bool keep);
/* Changes the length of a span in place; false: the pages after it are in use.
 * New pages are zero. */
bool rdl_pages_resize(struct arena *a, struct span *s, size_t n);
/* Returns the memory of a large span to the kernel, but keeps its pages. */
void rdl_pages_drop(const struct arena *a, const struct span *s);
/* Makes all pages of a newly taken span zero. */
void rdl_pages_clear(const struct arena *a, const struct span *s);

/* quarantine.c: the block was freed; `bytes` of memory stay reserved for it. */
void rdl_quarantine_add(struct arena *a, void *block, size_t bytes);
/* heap.c: the block leaves the quarantine; returns its bytes. */
size_t rdl_block_release(void *block);

#endif
