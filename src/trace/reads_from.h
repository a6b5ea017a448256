/* reads_from.h - which write each read of a trace saw. */
#ifndef RDL_TRACE_READS_FROM_H
#define RDL_TRACE_READS_FROM_H

#include "trace/trace.h"

/* The latest step before this one that wrote a byte of what it accesses, by
 * whatever thread; RDL_NO_STEP: no step did, or this one accesses no memory.
 * Of a write it is the write that it replaces. */
size_t rdl_trace_write_before(const struct rdl_trace *t, size_t step);

#endif
