/* main_maps.c - the mappings of the process at main: see mappings.h. */
#include "runtime/rewind/mappings.h"

#include "runtime/engine.h"
#include "runtime/keep.h"
#include "runtime/rewind/own.h"
#include "runtime/sharing.h"

#include <sys/mman.h>

#define MOST 65536 /* the kernel's own limit (vm.max_map_count) is near */

static struct rdl_map *table;
static size_t n;

RDL_KEEP(table);
RDL_KEEP(n);

static bool holds(const struct rdl_map *m, const void *at)
{
    return (uintptr_t)at - m->start < m->end - m->start;
}

static bool is_own(const struct rdl_map *m)
{
    return rdl_own_holds(m->start) || holds(m, rdl_shared) ||
           holds(m, rdl_sharing.table);
}

void rdl_main_maps_read(void)
{
    static struct rdl_maps maps; /* large */
    RDL_KEEP(maps);
    const struct rdl_map *map;

    if (table == NULL)
        table = rdl_own_map(MOST * sizeof(table[0]));
    ASSERT(table != NULL);
    n = 0;
    rdl_maps_open(&maps);
    while ((map = rdl_maps_next(&maps)) != NULL && n < MOST) {
        if (!is_own(map))
            table[n++] = *map;
    }
    rdl_maps_close(&maps);
}

size_t rdl_main_maps(void)
{
    return n;
}

const struct rdl_map *rdl_main_map(size_t i)
{
    return &table[i];
}

size_t rdl_main_maps_behind(uintptr_t addr)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (table[middle].end > addr)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool rdl_main_map_imaged(const struct rdl_map *m)
{
    return (m->protection & PROT_WRITE) != 0 && (!m->shared || m->nameless);
}

void rdl_rewind_writable(void (*add)(uintptr_t start, uintptr_t end,
                                     const char *name))
{
    for (size_t i = 0; i < n; i++) {
        const struct rdl_map *m = &table[i];

        if (rdl_main_map_imaged(m))
            add(m->start, m->end, m->stack ? "[stack]" : "");
    }
}
