/* accesses.h - the history of memory: which write of each byte is the latest,
 * and which read since then, within one execution.
 *
 * Kept by granules of eight aligned bytes.  The bytes of a granule that have
 * the same history share a cell; so a variable that is always accessed whole
 * is one cell, found by one lookup, and mixed sizes cost no more than eight
 * cells a granule. */
#ifndef RDL_COVERAGE_ACCESSES_H
#define RDL_COVERAGE_ACCESSES_H

#include "coverage/coverage.h"
#include "coverage/tables/hash_index.h"
#include "coverage/tables/record_pool.h"

struct rdl_access {
    uintptr_t addr;
    uint32_t size;
    uint32_t loc, thread;
    uint32_t does; /* RDL_DOES_READ, RDL_DOES_WRITE or both (operation.h) */
};

struct rdl_accesses {
    struct rdl_hash_index granules; /* address / 8 to the first of its cells */
    struct rdl_record_pool cells;
    uint64_t lost; /* granules whose history was not kept: no memory */
};

typedef void rdl_touch_fn(void *arg, const struct rdl_touch *touch);

void rdl_accesses_init(struct rdl_accesses *h,
                       const struct rdl_allocator *supply);
/* Another execution begins. */
void rdl_accesses_clear(struct rdl_accesses *h);
/* Calls `fn` as coverage.h promises a metric, and makes `a` history. */
void rdl_accesses_do(struct rdl_accesses *h, const struct rdl_access *a,
                     rdl_touch_fn *fn, void *arg);
/* The same without making it history; `before`, if not NULL, is taken as if it
 * were. */
void rdl_accesses_look(const struct rdl_accesses *h, const struct rdl_access *a,
                       const struct rdl_access *before, rdl_touch_fn *fn,
                       void *arg);
/* These bytes become another object.  Costs no more than there is history. */
void rdl_accesses_forget(struct rdl_accesses *h, uintptr_t addr, size_t size);

#endif
