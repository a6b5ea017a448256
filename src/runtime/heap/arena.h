/* arena.h - the heap's own view of its memory; for heap/ only.
 *
 * An arena is an address range cut into pages.  Runs of pages are spans: a
 * span is free, or one large block, or many small blocks of one size.  The
 * page map leads from any address to its span in one load.
 *
 * A rewind brings back what rdl_heap_ranges names, and nothing else: slots
 * from n_fresh on, descriptors and slots behind arena.pool, and memory that
 * was not handed out may hold anything. */
#ifndef RDL_RUNTIME_HEAP_ARENA_H
#define RDL_RUNTIME_HEAP_ARENA_H

#include "runtime/heap/heap.h"

#define PAGE_SHIFT 12
#define PAGE ((size_t)1 << PAGE_SHIFT)
#define ARENA_SPAN (UINT64_C(1) << 40) /* bytes of address space */
#define N_CLASSES 84
#define N_BINS 96
#define SMALL_LIMIT 32768 /* larger blocks, redzone included, are spans */

/* What is known of a block.  Never in the block itself. */
struct slot {
    uint64_t allocation;
    uint64_t size : 48;   /* as asked for */
    uint64_t state : 16;  /* enum rdl_heap_state */
    uint32_t made, freed; /* origins */
    rdl_tid maker, freer;
    uint32_t next; /* of a free small block: the next one */
};

struct span {
    char *start;
    size_t n_pages;
    size_t n_dirty;      /* pages of a free run to give back (an estimate) */
    size_t block_size;   /* redzone included; of a large block: all of it */
    uint64_t reciprocal; /* ceil(2^40 / block_size); 0: one block */
    struct slot *slots;
    uint32_t n_blocks;
    uint32_t n_fresh; /* blocks below were handed out at least once */
    uint32_t n_used;  /* in use or in quarantine */
    uint32_t free;    /* a free block, NO_BLOCK if none */
    uint8_t class;
    bool is_free;                 /* a free run, in a bin */
    bool zero;                    /* of a free run: zero, but for stale pages */
    struct span *next, *previous; /* in its class or bin */
    struct slot own;              /* the slot of a large block */
};

#define NO_BLOCK UINT32_MAX

/* Blocks in quarantine, a ring in the order in which they were freed. */
#define QUARANTINE_SLOTS 16384
struct quarantine {
    void **ring;
    uint32_t first, end; /* ever growing */
    size_t bytes;
};

struct arena {
    char *start;
    size_t n_pages;           /* in spans */
    size_t n_taken;           /* pages below have been in a block */
    size_t n_fixed;           /* pages below may be in the image: not given
                                 back to the kernel */
    struct span **map;        /* page number to span; inside a free run NULL */
    char *pool;               /* descriptors and slots are cut from here */
    size_t dirty;             /* free pages that were not given back */
    struct span *descriptors; /* unused ones */
    struct span *partial[N_CLASSES]; /* spans with a free block */
    struct span *spare[N_CLASSES];   /* descriptors with slots, no pages */
    struct span *bins[N_BINS];       /* free runs by size */
    struct quarantine quarantine;
    struct reserve *reserve;
};

/* What the kernel gave an arena, which a rewind leaves as it is. */
struct reserve {
    size_t n_pages; /* mapped */
    size_t n_stale; /* pages below may hold what an earlier execution left */
    char *map_end, *pool_start, *pool_end; /* mapped */
};

extern struct arena *rdl_arenas[RDL_N_ARENAS]; /* heap.c */

static inline struct arena *rdl_arena_of(uintptr_t addr)
{
    return rdl_arenas[(addr - rdl_heap_start) / ARENA_SPAN];
}

/* The span of an address that lies among the blocks: also a free run, at its
 * ends; inside one and behind the last page NULL. */
static inline struct span *rdl_span_of(uintptr_t addr)
{
    const struct arena *a = rdl_arena_of(addr);
    size_t page = (addr - (uintptr_t)a->start) >> PAGE_SHIFT;

    return page < a->n_pages ? a->map[page] : NULL;
}

/* Which block of its span; behind the last there may be a rest. */
static inline size_t rdl_block_of(const struct span *s, uintptr_t addr)
{
    return (addr - (uintptr_t)s->start) * s->reciprocal >> 40;
}

/* pages.c */

/* Maps [start, start + size), which nobody else has; false: no memory. */
bool rdl_heap_map(void *start, size_t size);
void rdl_arena_init(struct arena *a, size_t number, char *start, char *map,
                    char *pool);
/* Memory for descriptors and slots, of any content; never given back.  NULL:
 * none. */
void *rdl_arena_meta(struct arena *a, size_t size);

/* A run of exactly n pages, aligned to `align` pages, as a span whose pages all
 * lead to it.  `s` is the descriptor to use, NULL: a new one.  NULL: no
 * memory. */
struct span *rdl_pages_take(struct arena *a, struct span *s, size_t n,
                            size_t align);
/* Gives the pages back, and the descriptor unless `keep`. */
void rdl_pages_give(struct arena *a, struct span *s, bool keep);
/* Changes the length of a span in place; false: the pages behind are taken.
 * New pages are zero. */
bool rdl_pages_resize(struct arena *a, struct span *s, size_t n);
/* Gives the memory of a large span back to the kernel, not its pages. */
void rdl_pages_drop(const struct arena *a, const struct span *s);
/* Makes all pages of a span zero that was just taken. */
void rdl_pages_clear(const struct arena *a, const struct span *s);

/* quarantine.c: the block was freed; `bytes` of memory are kept for it. */
void rdl_quarantine_add(struct arena *a, void *block, size_t bytes);
/* heap.c: its time in quarantine is over; returns the bytes. */
size_t rdl_block_release(void *block);

#endif
