/* accesses.h - the history of memory within one execution: the latest write of
 * each byte, and the latest read since then.
 *
 * Stored by granules of eight aligned bytes.  The bytes of a granule that have
 * the same history share a cell.  So a variable that is always accessed whole
 * is one cell, found by one lookup, and mixed sizes cost at most eight cells
 * per granule. */
#ifndef RDL_COVERAGE_ACCESSES_H
#define RDL_COVERAGE_ACCESSES_H

#include "coverage/coverage.h"
#include "coverage/operation.h"
#include "coverage/tables/hash_index.h"
#include "coverage/tables/record_pool.h"

#define RDL_GRANULE 8

struct rdl_access {
    uintptr_t addr;
    uint32_t size;
    uint32_t loc, thread;
    uint32_t does; /* RDL_DOES_READ, RDL_DOES_WRITE or both (operation.h) */
};

/* Bytes of a granule with one history.  The cells of a granule have disjoint,
 * non-empty masks. */
struct rdl_access_cell {
    uint32_t next; /* first: see coverage/tables/record_pool.h */
    uint32_t write_loc, write_thread;
    uint32_t read_loc, read_thread;
    uint32_t mask; /* its bytes, 1 << offset in the granule */
};

struct rdl_accesses {
    struct rdl_hash_index granules; /* address / 8 to the first of its cells */
    struct rdl_record_pool cells;
    uint64_t lost; /* granules without history: no memory */
};

typedef void rdl_touch_fn(void *arg, const struct rdl_touch *touch);

void rdl_accesses_init(struct rdl_accesses *h,
                       const struct rdl_allocator *supply);
/* Begins another execution. */
void rdl_accesses_clear(struct rdl_accesses *h);
/* The cell that is exactly these bytes, which is the usual case; NULL: use
 * rdl_accesses_do. */
static inline struct rdl_access_cell *
rdl_accesses_exact(const struct rdl_accesses *h, uintptr_t addr, uint32_t size)
{
    const uint32_t offset = addr % RDL_GRANULE;
    uint32_t mask, at;

    if (size - 1 > RDL_GRANULE - 1 - offset) /* nothing, or several granules */
        return NULL;
    mask = ((UINT32_C(1) << size) - 1) << offset;
    at = rdl_hash_index_find(&h->granules, addr / RDL_GRANULE);
    while (at != 0) {
        /* rdl_record_pool_at() would multiply. */
        struct rdl_access_cell *c =
            (void *)(h->cells.records + at * sizeof(*c));

        if (c->mask == mask)
            return c;
        at = c->next;
    }
    return NULL;
}

/* Records an access in the history of its bytes. */
static inline void rdl_accesses_apply(struct rdl_access_cell *c,
                                      const struct rdl_access *a)
{
    if ((a->does & RDL_DOES_WRITE) != 0) {
        c->write_loc = a->loc;
        c->write_thread = a->thread;
        c->read_loc = RDL_LOC_NONE;
        c->read_thread = 0;
    } else {
        c->read_loc = a->loc;
        c->read_thread = a->thread;
    }
}

/* Calls `fn` as coverage.h promises a metric, then records `a`. */
void rdl_accesses_do(struct rdl_accesses *h, const struct rdl_access *a,
                     rdl_touch_fn *fn, void *arg);
/* The same without recording; if `before` is not NULL, as if it had been
 * recorded. */
void rdl_accesses_look(const struct rdl_accesses *h, const struct rdl_access *a,
                       const struct rdl_access *before, rdl_touch_fn *fn,
                       void *arg);
/* These bytes become another object.  Costs at most as much as there is
 * history. */
void rdl_accesses_forget(struct rdl_accesses *h, uintptr_t addr, size_t size);

#endif
