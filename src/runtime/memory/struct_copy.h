/* struct_copy.h - a write that the compiler announces before its value is
 * known.
 *
 * For `*to = *from` on whole objects, gcc announces the write, then the read,
 * and copies only then.  At the second hook `to` still holds its old contents;
 * on a stack those are left over from other calls. */
#ifndef RDL_RUNTIME_MEMORY_STRUCT_COPY_H
#define RDL_RUNTIME_MEMORY_STRUCT_COPY_H

#include <stdbool.h>
#include <stdint.h>

/* No copy has this many bytes of code between its two hooks. */
#define RDL_COPYING_MOST 64

/* Does no instruction between two hooks (given by their return addresses) write
 * memory?  Knows only what computes addresses and sizes: moves to registers,
 * integer arithmetic. */
bool rdl_struct_copy_code(uintptr_t first, uintptr_t second);

#endif
