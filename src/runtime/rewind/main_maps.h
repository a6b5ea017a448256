/* main_maps.h - the mappings of the process at main, without the runtime's
 * own. */
#ifndef RDL_RUNTIME_REWIND_MAIN_MAPS_H
#define RDL_RUNTIME_REWIND_MAIN_MAPS_H

#include "runtime/rewind/image/maps.h"

#include <sys/mman.h>

/* Reads them again.  False: there are more than the table holds. */
bool rdl_main_maps_read(void);
size_t rdl_main_maps(void);                   /* how many */
const struct rdl_map *rdl_main_map(size_t i); /* by ascending address */
/* The first that ends after addr; rdl_main_maps() if there is no such
 * mapping. */
size_t rdl_main_maps_behind(uintptr_t addr);

/* Does the rewind restore its contents?  The image does if it is private,
 * otherwise shared_memory.c. */
static inline bool rdl_main_map_writable(const struct rdl_map *m)
{
    return (m->protection & PROT_WRITE) != 0;
}

#endif
