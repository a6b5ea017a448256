/* lookup.h - what the heap knows about an address that lies in no block in use.
 */
#ifndef RDL_RUNTIME_HEAP_LOOKUP_H
#define RDL_RUNTIME_HEAP_LOOKUP_H

#include "runtime/core/interceptor.h"

#include "base/finding.h"
#include "detect/detector.h"

/* What is wrong with an access to [addr, addr + size), and the block that it
 * most likely was meant for.  Fills all but `writes`. */
enum rdl_misuse rdl_heap_explain(uintptr_t addr, size_t size,
                                 struct rdl_block_view *view);
/* The same for a pointer given to free. */
enum rdl_misuse rdl_heap_explain_free(uintptr_t addr,
                                      struct rdl_block_view *view);

#endif
