/* cells.h - the bytes of memory that an execution uses: which threads, how
 * often written, by which events. */
#ifndef RDL_SYN_CELLS_H
#define RDL_SYN_CELLS_H

#include "base/event.h"

#include <stddef.h>

#define RDL_CELL 8

struct rdl_cell { /* eight bytes */
    uintptr_t at;
    uint8_t used, shared; /* bytes that one thread, or several, use */
    rdl_tid by[RDL_CELL];
    uint64_t versions[RDL_CELL];
    size_t writes[RDL_CELL]; /* the latest event + 1; 0: none */
    /* Reads since, of any byte. */
    size_t n_reads;
    struct rdl_cell_read {
        size_t event;
        uint8_t bytes;
    } * reads;
};

struct rdl_cells { /* owns its cells, sorted */
    size_t n, room;
    struct rdl_cell *all;
};

/* Call it for every access first, then rdl_cells_sort(), then share. */
void rdl_cells_add(struct rdl_cells *c, uintptr_t addr, uint32_t size);
void rdl_cells_sort(struct rdl_cells *c);
void rdl_cells_free(struct rdl_cells *c);

/* Loops over the cells of an access. */
struct rdl_cell *rdl_cells_at(const struct rdl_cells *c, uintptr_t addr);
static inline uintptr_t rdl_cell_next(uintptr_t at)
{
    return (at & ~(uintptr_t)(RDL_CELL - 1)) + RDL_CELL;
}
/* Which bytes of the cell of `at` an access from there to `end` has. */
static inline uint8_t rdl_cell_bytes(uintptr_t at, uintptr_t end)
{
    const unsigned from = (unsigned)(at % RDL_CELL);
    const uintptr_t stop = rdl_cell_next(at) < end ? rdl_cell_next(at) : end;

    return (uint8_t)(((1u << (stop - at)) - 1) << from);
}

/* The thread uses these bytes. */
void rdl_cells_use(const struct rdl_cells *c, uintptr_t addr, uint32_t size,
                   rdl_tid tid);
bool rdl_cells_shared(const struct rdl_cells *c, uintptr_t addr, uint32_t size);

#endif
