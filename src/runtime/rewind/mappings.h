/* mappings.h - the mappings of the process as they were at main, and the part
 * of the rewind that brings them back: what an execution mapped is unmapped,
 * what it unmapped, replaced or protected is as before. */
#ifndef RDL_RUNTIME_REWIND_MAPPINGS_H
#define RDL_RUNTIME_REWIND_MAPPINGS_H

#include "runtime/rewind/calls.h"
#include "runtime/rewind/maps.h"

#include <stddef.h>
#include <stdint.h>

/* All that are private and writable, and those that only children share
 * (MAP_SHARED without a file).  name: "[stack]" of main's, else "". */
void rdl_rewind_writable(void (*add)(uintptr_t start, uintptr_t end,
                                     const char *name));

/* main_maps.c: reads them anew; the runtime's own are left out. */
void rdl_main_maps_read(void);
size_t rdl_main_maps(void);                   /* how many */
const struct rdl_map *rdl_main_map(size_t i); /* by ascending address */
/* The first that ends behind addr; rdl_main_maps() if none does. */
size_t rdl_main_maps_behind(uintptr_t addr);
/* Does the image hold what is in it? */
bool rdl_main_map_imaged(const struct rdl_map *m);

/* mappings.c, by system call: see calls_list.h. */
rdl_calls_note rdl_mappings_mapped, rdl_mappings_unmapped, rdl_mappings_moved,
    rdl_mappings_protected, rdl_mappings_advised, rdl_mappings_break,
    rdl_mappings_attached, rdl_mappings_locked;
/* The C library mapped it, unseen, for the execution. */
void rdl_mapping_new(uintptr_t start, size_t size);

#endif
