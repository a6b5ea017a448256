/* arena.h - the heap's own view of its memory; for heap/ only.
 *
 * An arena is an address range cut into pages.  Runs of pages are spans: a
 * span is free, or one large block, or many small blocks of one size.  The
 * page map leads from any address to its span in one load. */
#ifndef RDL_RUNTIME_HEAP_ARENA_H
#define RDL_RUNTIME_HEAP_ARENA_H

#include "runtime/heap/heap.h"

#define PAGE_SHIFT 12
#define PAGE ((size_t)1 << PAGE_SHIFT)
#define ARENA_SPAN (UINT64_C(1) << 40) /* bytes of address space */
#define N_CLASSES 84
#define N_BINS 96

/* What is known of a block.  Never in the block itself. */
struct slot {
    uint64_t allocation; /* 0: free */
    uint64_t size;       /* as asked for; of a free small block: next free */
};

struct span {
    char *start;
    size_t n_pages;
    size_t n_dirty;      /* pages of a free run to give back (an estimate) */
    size_t block_size;   /* of a large block: all of it */
    uint64_t reciprocal; /* ceil(2^40 / block_size); 0: one block */
    struct slot *slots;
    uint32_t n_blocks;
    uint32_t n_fresh; /* blocks below were handed out at least once */
    uint32_t n_used;
    uint32_t free; /* a freed block, NO_BLOCK if none */
    uint8_t class;
    bool is_free; /* a free run, in a bin */
    bool zero;    /* its memory is zero as far as it was not handed out */
    struct span *next, *previous; /* in its class or bin */
    struct slot own;              /* the slot of a large block */
};

#define NO_BLOCK UINT32_MAX

struct arena {
    char *start;
    size_t n_pages;           /* mapped so far */
    struct span **map;        /* page number to span; inside a free run NULL */
    char *map_end;            /* mapped so far */
    char *pool, *pool_end;    /* descriptors and slots are cut from here */
    size_t dirty;             /* free pages that were not given back */
    struct span *descriptors; /* unused ones */
    struct span *partial[N_CLASSES]; /* spans with a free block */
    struct span *spare[N_CLASSES];   /* descriptors with slots, no pages */
    struct span *bins[N_BINS];       /* free runs by size */
};

/* Maps [start, start + size), which nobody else has; false: no memory. */
bool rdl_heap_map(void *start, size_t size);
void rdl_arena_init(struct arena *a, char *start, char *map, char *pool);
/* Memory for descriptors and slots; never given back.  NULL: none. */
void *rdl_arena_meta(struct arena *a, size_t size);

/* A run of exactly n pages, aligned to `align` pages, as a span whose pages all
 * lead to it.  `s` is the descriptor to use, NULL: a new one.  NULL: no
 * memory. */
struct span *rdl_pages_take(struct arena *a, struct span *s, size_t n,
                            size_t align);
/* Gives the pages back, and the descriptor unless `keep`. */
void rdl_pages_give(struct arena *a, struct span *s, bool keep);
/* Changes the length of a span in place; false: the pages behind are taken. */
bool rdl_pages_resize(struct arena *a, struct span *s, size_t n);

#endif
