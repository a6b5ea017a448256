/* numbers.h - one number for each thread.
 *
 * The runtime uses the slot of a thread that has ended for a later one, and a
 * schedule names threads by their slots.  People need to tell the two threads
 * apart: for them a thread has the number of its creation, main 0. */
#ifndef RDL_TRACE_NUMBERS_H
#define RDL_TRACE_NUMBERS_H

#include "trace/trace.h"

/* The number of the thread that had the slot when the step was taken
 * (RDL_NO_STEP: in the end); RDL_NO_TID for RDL_NO_TID.  The trace has slots.
 */
rdl_tid rdl_trace_number_of(const struct rdl_trace *t, rdl_tid slot,
                            size_t step);
/* Replaces all slots, in steps, extras, switches and the finding, before the
 * first question about the trace.  A trace with more than RDL_MAX_THREADS
 * threads keeps its slots. */
void rdl_trace_number(struct rdl_trace *t);

#endif
