/* needs.h - what the scheduler needs of rooms above it.
 *
 * Not in family.h: each has one implementer, whose answer decides how a step or
 * a wait goes on; the first is asked before every decision that is due. */
#ifndef RDL_RUNTIME_SCHED_NEEDS_H
#define RDL_RUNTIME_SCHED_NEEDS_H

#include "runtime/core/thread.h"

/* signals/ */

/* Makes pending what came from outside, or what the replayed execution got at
 * this step.  True if there was any. */
bool rdl_signals_arrive(void);
/* It is t's turn and t->attention is set: delivers what is due, on t's own
 * stack.  Returns whether a handler ran. */
int rdl_attend(struct rdl_thread *t);
/* Is a signal due for t that would run a handler or end the process? */
int rdl_signal_due(const struct rdl_thread *t);
/* After a wait ended with RDL_WOKE_SIGNAL: do calls that honour SA_RESTART go
 * on?  (struct rdl_wait .restarts does it by itself.) */
bool rdl_signals_restart(const struct rdl_thread *t);
/* Does t run on its alternate stack?  Looks at the stack pointer, for a
 * handler may have left by longjmp. */
bool rdl_signals_on_alternate(struct rdl_thread *t);
/* Has the target a handler that would run for signo sent to t? */
bool rdl_signals_handled(const struct rdl_thread *t, int signo);
/* Signals use another stack from now on, until it is called again: the one
 * they have may be in use by a handler that is left for a moment. */
void rdl_signals_swap_stack(void);

/* threads/ */

/* Would a cancellation point of t act now? */
bool rdl_cancel_due(const struct rdl_thread *t);
/* Acts on a cancellation of t, the calling thread, that may come anywhere. */
void rdl_cancel_asynchronous(const struct rdl_thread *t);

/* process/ */

/* exit(status), called at pc. */
_Noreturn void rdl_exit(int status, uintptr_t pc);

#endif
