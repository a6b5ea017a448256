/* index.h - what trace.c frees for the other files of this room. */
#ifndef RDL_TRACE_INDEX_H
#define RDL_TRACE_INDEX_H

#include "trace/trace.h"

/* NULL: the index was never built. */
void rdl_trace_locks_free(struct rdl_trace_locks *l);
void rdl_trace_order_free(struct rdl_trace_order *o);
void rdl_trace_wakeups_free(struct rdl_trace_wakeups *w);
void rdl_trace_reads_free(struct rdl_trace_reads *r);

#endif
