/* wait.h - which threads wait for which objects, and how time ends waits. */
#ifndef RDL_RUNTIME_SCHED_WAIT_H
#define RDL_RUNTIME_SCHED_WAIT_H

#include "runtime/core/thread.h"

/* t begins a wait; t leaves it when it has the turn again. */
void rdl_wait_enter(struct rdl_thread *t, struct rdl_wait *w);
void rdl_wait_leave(struct rdl_thread *t, struct rdl_wait *w);
/* Has the wait ended for a reason other than a signal? */
bool rdl_wait_ended(const struct rdl_wait *w);
/* Advances virtual time to the next deadline; false if no deadline is left.
 * idle: no thread can run. */
bool rdl_wait_pass_time(bool idle);
/* Does any wait or timer have a deadline? */
bool rdl_wait_timed(void);
void rdl_wait_begin(void);

/* Advances virtual time to `to` and ends what is due.  idle: no thread can
 * run. */
void rdl_wait_move_time(uint64_t to, bool idle);

#endif
