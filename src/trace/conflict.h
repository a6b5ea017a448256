/* conflict.h - pairs of events whose order may matter. */
#ifndef RDL_TRACE_CONFLICT_H
#define RDL_TRACE_CONFLICT_H

#include "base/event.h"

#include <stdbool.h>

/* Does it access memory, or free it? */
bool rdl_trace_accesses(const struct rdl_event *e);
/* May it change what others see?  A read-modify-write that failed does not. */
bool rdl_trace_changes(const struct rdl_event *e);
/* Do the two have a byte in common? */
bool rdl_trace_overlap(const struct rdl_event *a, const struct rdl_event *b);
/* Are they of two threads, on the same object, and does one change it? */
bool rdl_trace_conflict(const struct rdl_event *a, const struct rdl_event *b);

#endif
