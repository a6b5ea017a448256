/* cells.c - see cells.h. */
#include "syn/cells.h"

#include "util/alloc.h"

#include <stdlib.h>

void rdl_cells_add(struct rdl_cells *c, uintptr_t addr, uint32_t size)
{
    for (uintptr_t at = addr; at < addr + size; at = rdl_cell_next(at)) {
        if (c->n == c->room) {
            c->room = c->room * 2 + 64;
            c->all = rdl_grow(c->all, c->room * sizeof(*c->all));
        }
        c->all[c->n++] = (struct rdl_cell){
            .at = at & ~(uintptr_t)(RDL_CELL - 1),
        };
    }
}

static int cells_compare(const void *a, const void *b)
{
    const struct rdl_cell *x = a, *y = b;

    return (x->at > y->at) - (x->at < y->at);
}

void rdl_cells_sort(struct rdl_cells *c)
{
    size_t n = 0;

    if (c->n == 0)
        return;
    qsort(c->all, c->n, sizeof(*c->all), cells_compare);
    for (size_t i = 0; i < c->n; i++) {
        if (n == 0 || c->all[n - 1].at != c->all[i].at)
            c->all[n++] = c->all[i];
    }
    c->n = n;
}

void rdl_cells_free(struct rdl_cells *c)
{
    for (size_t i = 0; i < c->n; i++)
        free(c->all[i].reads);
    free(c->all);
    *c = (struct rdl_cells){ .n = 0 };
}

struct rdl_cell *rdl_cells_at(const struct rdl_cells *c, uintptr_t addr)
{
    const struct rdl_cell key = { .at = addr & ~(uintptr_t)(RDL_CELL - 1) };

    return c->n > 0 ? bsearch(&key, c->all, c->n, sizeof(key), cells_compare)
                    : NULL;
}

void rdl_cells_use(const struct rdl_cells *c, uintptr_t addr, uint32_t size,
                   rdl_tid tid)
{
    for (uintptr_t at = addr; at < addr + size; at++) {
        struct rdl_cell *cell = rdl_cells_at(c, at);
        const uint8_t bit = (uint8_t)(1u << at % RDL_CELL);

        if ((cell->used & bit) != 0 && cell->by[at % RDL_CELL] != tid)
            cell->shared |= bit;
        cell->used |= bit;
        cell->by[at % RDL_CELL] = tid;
    }
}

bool rdl_cells_shared(const struct rdl_cells *c, uintptr_t addr, uint32_t size)
{
    for (uintptr_t at = addr; at < addr + size; at = rdl_cell_next(at)) {
        const struct rdl_cell *cell = rdl_cells_at(c, at);

        if (cell != NULL &&
            (cell->shared & rdl_cell_bytes(at, addr + size)) != 0)
            return true;
    }
    return false;
}
