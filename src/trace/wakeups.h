/* wakeups.h - which threads of a trace wait, and how waits end. */
#ifndef RDL_TRACE_WAKEUPS_H
#define RDL_TRACE_WAKEUPS_H

#include "trace/trace.h"

enum rdl_wakeup {
    RDL_NOT_WOKEN, /* it did not wait, or how the wait ended is not known */
    RDL_WAKEUP_BY_THREAD,
    RDL_WAKEUP_BY_TIME,
    RDL_WAKEUP_BY_CANCEL,
    RDL_WAKEUP_BY_NOBODY, /* spuriously */
};

/* How the wait before that step of the thread ended.  `by`: the thread that
 * ended it, or RDL_NO_TID. */
enum rdl_wakeup rdl_trace_woken(const struct rdl_trace *t, size_t step,
                                rdl_tid *by);
/* Does it end a wait by time while a thread could run (x->wait.delayed)? */
static inline bool rdl_trace_early(const struct rdl_extra *x)
{
    return x->kind == RDL_EXTRA_WAKE && x->wait.how == RDL_WOKEN_BY_TIME &&
           x->wait.delayed != 0;
}
/* The wait that the thread is in as the step begins: its RDL_EXTRA_WAIT; NULL
 * if it does not wait. */
const struct rdl_extra *rdl_trace_waits(const struct rdl_trace *t, rdl_tid tid,
                                        size_t step);
/* How that wait ends: an RDL_EXTRA_WAKE; NULL if it does not end. */
const struct rdl_extra *rdl_trace_wait_end(const struct rdl_trace *t,
                                           const struct rdl_extra *wait);
/* Does the thread wait in this step, and take it again afterwards? */
bool rdl_trace_attempt(const struct rdl_trace *t, size_t step);

#endif
