/* address_space.h - when the user's limit of address space (ulimit -v) leaves
 * no room for what the runtime maps: says so and ends the process, because the
 * program would not fail there without raddle. */
#ifndef RDL_RUNTIME_CORE_ADDRESS_SPACE_H
#define RDL_RUNTIME_CORE_ADDRESS_SPACE_H

#include <stddef.h>

/* As rdl_runtime_memory_map, for memory that the runtime cannot do without. */
void *rdl_address_space_map(size_t size);

/* A mapping of this size failed.  Returns if the limit is not the user's: there
 * is none, or the target has set it. */
void rdl_address_space_short(size_t size);

#endif
