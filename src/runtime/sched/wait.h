/* wait.h - which threads wait for which objects, and how time ends waits. */
#ifndef RDL_RUNTIME_SCHED_WAIT_H
#define RDL_RUNTIME_SCHED_WAIT_H

#include "runtime/core/control.h"
#include "runtime/core/thread.h"
#include "runtime/sched/timers.h"

/* t begins a wait; t leaves it when it has the turn again. */
void rdl_wait_enter(struct rdl_thread *t, struct rdl_wait *w);
void rdl_wait_leave(struct rdl_thread *t, struct rdl_wait *w);
/* Has the wait ended for a reason other than a signal? */
bool rdl_wait_ended(const struct rdl_wait *w);
/* t's wait has ended so: tells the observers why. */
enum rdl_woke rdl_wait_conclude(const struct rdl_thread *t, struct rdl_wait *w);
/* Reports each lock that t holds if it is about to wait for something that may
 * take long.  Waiting for a lock is not that: lock orders are. */
void rdl_wait_look_held(const struct rdl_thread *t, const struct rdl_wait *w,
                        uintptr_t pc);

/* What threads do while time passes. */
enum rdl_passes {
    RDL_PASSES_IDLE,     /* none can run: the time of watchdogs passes too */
    RDL_PASSES_SPINNING, /* those that can run only wait */
    RDL_PASSES_EARLY,    /* one has work to do */
};
/* Advances virtual time to the next deadline; false if no deadline is left.  A
 * watchdog's is one only in a child of the target that is idle. */
bool rdl_wait_pass_time(enum rdl_passes how);
/* Waits with a deadline. */
extern size_t rdl_wait_n_timed RDL_HIDDEN;
/* The slow part of rdl_wait_timed. */
bool rdl_wait_is_timed(void);
/* Does any wait or timer have a deadline?  Asked at every step, and mostly
 * there is none. */
static RDL_INLINE bool rdl_wait_timed(void)
{
    return unlikely(rdl_wait_n_timed > 0 || rdl_timers_first != NULL ||
                    rdl_child) &&
           rdl_wait_is_timed();
}
/* There is a deadline, and a thread can run: whether time passes anyway is a
 * choice. */
void rdl_wait_may_expire(void);
/* The earliest deadline that has not passed yet, RDL_NEVER if there is none.
 * If it is that of a wait and not of a timer, *wait is that wait, else NULL. */
uint64_t rdl_wait_next(const struct rdl_wait **wait);
void rdl_wait_begin(void);

/* Advances virtual time to `to` and ends what is due. */
void rdl_wait_move_time(uint64_t to, enum rdl_passes how);

#endif
