/* needs.h - functions that the scheduler needs from rooms above it.
 *
 * They are not in family.h because each has one implementation, and its answer
 * decides how a step or a wait continues.  The scheduler calls the first one
 * before every decision that is due. */
#ifndef RDL_RUNTIME_SCHED_NEEDS_H
#define RDL_RUNTIME_SCHED_NEEDS_H

#include "runtime/core/thread.h"

/* signals/ */

/* Makes signals pending that arrived from outside or, in a replay, that the
 * recorded execution received at this step.  True if there were any. */
bool rdl_signals_arrive(void);
/* t has the turn and t->attention is set: delivers what is pending, on t's own
 * stack.  Returns whether a handler ran. */
int rdl_attend(struct rdl_thread *t);
/* Is a signal pending for t that would run a handler or end the process? */
int rdl_signal_due(const struct rdl_thread *t);
/* A wait ended with RDL_WOKE_SIGNAL: do calls that honour SA_RESTART continue?
 * (With .restarts in struct rdl_wait the scheduler handles this.) */
bool rdl_signals_restart(const struct rdl_thread *t);
/* Does t run on its alternate stack?  Looks at the stack pointer, because the
 * target may have left a handler by longjmp. */
bool rdl_signals_on_alternate(struct rdl_thread *t);
/* Does the target have a handler that would run for signo sent to t? */
bool rdl_signals_handled(const struct rdl_thread *t, int signo);
/* Signals use another stack from now on, until the next call: a handler that
 * the caller leaves for a moment may be using the present one. */
void rdl_signals_swap_stack(void);

/* The execution ends with exit status `status`: a failure that a handler of
 * the target handled is a finding, and then this does not return. */
void rdl_handled_at_exit(int status);

/* threads/ */

/* Would t act on a cancellation at a cancellation point now? */
bool rdl_cancel_due(const struct rdl_thread *t);
/* Acts on an asynchronous cancellation of t, the calling thread. */
void rdl_cancel_asynchronous(const struct rdl_thread *t);

/* process/ */

/* exit(status) as called at pc. */
_Noreturn void rdl_exit(int status, uintptr_t pc);

#endif
