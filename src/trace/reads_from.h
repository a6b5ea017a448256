/* reads_from.h - the write that each read of a trace saw. */
#ifndef RDL_TRACE_READS_FROM_H
#define RDL_TRACE_READS_FROM_H

#include "trace/trace.h"

/* The latest earlier step, of any thread, that wrote a byte of what this one
 * accesses.  RDL_NO_STEP if there is none, or if this one accesses no memory.
 * For a write this is the write that it replaces. */
size_t rdl_trace_write_before(const struct rdl_trace *t, size_t step);

#endif
