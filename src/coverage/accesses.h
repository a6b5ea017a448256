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
    uint64_t lost; /* granules without history: no memory */
};

typedef void rdl_touch_fn(void *arg, const struct rdl_touch *touch);

void rdl_accesses_init(struct rdl_accesses *h,
                       const struct rdl_allocator *supply);
/* Begins another execution. */
void rdl_accesses_clear(struct rdl_accesses *h);
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
