/* wait.h - who waits for what, and when time lets a wait end. */
#ifndef RDL_RUNTIME_SCHED_WAIT_H
#define RDL_RUNTIME_SCHED_WAIT_H

#include "runtime/core/thread.h"

/* t begins to wait, and has its turn again. */
void rdl_wait_enter(struct rdl_thread *t, struct rdl_wait *w);
void rdl_wait_leave(struct rdl_thread *t, struct rdl_wait *w);
/* Has it ended for another reason than a signal? */
bool rdl_wait_ended(const struct rdl_wait *w);
/* Lets virtual time reach the next deadline; false if there is none.  idle:
 * nobody can run. */
bool rdl_wait_pass_time(bool idle);
/* Is any wait or timer bound to a deadline? */
bool rdl_wait_timed(void);
void rdl_wait_begin(void);

/* Virtual time moves on to `to`; ends what is due.  idle: nobody can run. */
void rdl_wait_move_time(uint64_t to, bool idle);

#endif
