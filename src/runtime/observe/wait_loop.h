/* wait_loop.h - finds condition waits that a spurious wake-up passes: nothing
 * tests again what the thread waits for (detect/wait_without_loop.c).
 *
 * A thread reads memory under a mutex, decides to wait, and wakes without a
 * signal.  In between no other thread has held the mutex, and nothing that the
 * thread had read has changed.  So it finds the state in which it decided to
 * wait, and whatever it tests, it must wait again.  It did not if
 *   - it unlocks the mutex before it waits again and has changed what it had
 *     read before the wait; or
 *   - it unlocks the mutex before it waits again, and never again reads what it
 *     had read before or waits for the condition.  (A loop around lock and
 *     unlock reads it again.)
 * Two kinds of memory count only for "nothing has changed": what the thread had
 * changed itself before the wait (a count of waiting threads), and what lies on
 * its own stack (a lock guard).
 *
 * Waits with a deadline are left out: a thread may give up. */
#ifndef RDL_RUNTIME_OBSERVE_WAIT_LOOP_H
#define RDL_RUNTIME_OBSERVE_WAIT_LOOP_H

#include "runtime/core/thread.h"

/* The calling thread ends, or ends the program. */
void rdl_wait_loop_leaves(void);

#endif
