/* struct_copy.h - a write that is announced before it has its value.
 *
 * Of `*to = *from`, for objects that are copied whole, gcc announces the write,
 * then the read, and copies then.  What `to` holds at the second hook is what
 * was there before, on a stack whatever others have left there. */
#ifndef RDL_RUNTIME_MEMORY_STRUCT_COPY_H
#define RDL_RUNTIME_MEMORY_STRUCT_COPY_H

#include <stdbool.h>
#include <stdint.h>

/* No copy has code as long as that between its two hooks. */
#define RDL_COPYING_MOST 32

/* Is there no instruction between two hooks (the addresses they return to) that
 * could have written?  Only those that move between registers, load, and
 * calculate addresses are known. */
bool rdl_struct_copy_code(uintptr_t first, uintptr_t second);

#endif
