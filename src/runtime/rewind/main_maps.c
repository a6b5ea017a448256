/* main_maps.c - see main_maps.h. */
#include "runtime/rewind/main_maps.h"

#include "runtime/core/address_space.h"
#include "runtime/core/closed_stack.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/observe/sharing.h"

#define MOST 65536 /* the kernel's usual limit (vm.max_map_count) is near */
#define TABLE_SIZE (MOST * sizeof(struct rdl_map))

static struct rdl_map *table; /* read-only except while it is filled */
static size_t n;

RDL_PERSISTENT(table);
RDL_PERSISTENT(n);

static bool main_maps_is_own(const struct rdl_map *m)
{
    return rdl_runtime_memory_holds(m->start) || m->drivers ||
           rdl_sharing_lies_in(m->start, m->end);
}

bool rdl_main_maps_read(void)
{
    static struct rdl_maps maps; /* large */
    RDL_PERSISTENT_HERE(maps);
    const struct rdl_map *map;

    if (table == NULL)
        table = rdl_address_space_map(TABLE_SIZE);
    rdl_runtime_memory_unseal(table, TABLE_SIZE);
    n = 0;
    rdl_stack_open_whole(&rdl_stack_of_main); /* as one mapping */
    rdl_maps_open(&maps);
    while ((map = rdl_maps_next(&maps)) != NULL && n < MOST) {
        if (!main_maps_is_own(map))
            table[n++] = *map;
    }
    rdl_maps_close(&maps);
    rdl_runtime_memory_seal(table, TABLE_SIZE);
    return map == NULL;
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
