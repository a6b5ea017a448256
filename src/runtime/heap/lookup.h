/* lookup.h - what the heap knows about an address outside all blocks in use. */
#ifndef RDL_RUNTIME_HEAP_LOOKUP_H
#define RDL_RUNTIME_HEAP_LOOKUP_H

#include "runtime/core/interceptor.h"

#include "base/finding.h"
#include "detect/detector.h"

/* Classifies an invalid access to [addr, addr + size), and finds the block that
 * it most likely was meant for.  Fills all fields but `writes`. */
enum rdl_misuse rdl_heap_explain(uintptr_t addr, size_t size,
                                 struct rdl_block_view *view);
/* The same for a pointer passed to free. */
enum rdl_misuse rdl_heap_explain_free(uintptr_t addr,
                                      struct rdl_block_view *view);

#endif
