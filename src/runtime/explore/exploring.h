/* exploring.h - an execution of an exploration: which thread steps next, and
 * what each step touched.
 *
 * Only the strategy `reach` explores; replays do not.  A step here is a
 * decision about an operation that another thread can notice: plain accesses to
 * memory that is not known to be shared happen along with the step before.  If
 * an execution shows that more memory is shared, exploration begins again. */
#ifndef RDL_RUNTIME_EXPLORE_EXPLORING_H
#define RDL_RUNTIME_EXPLORE_EXPLORING_H

#include "explore/explore.h"
#include "runtime/core/thread.h"

/* Does this execution explore? */
extern bool rdl_exploring RDL_HIDDEN;

void rdl_exploring_begin(void);
/* RDL_EXPLORE_NOBODY: the execution ends here; what it leads to is explored
 * elsewhere. */
rdl_tid rdl_exploring_pick(void);
unsigned rdl_exploring_choose(enum rdl_choice_kind kind, unsigned n);
/* The calling thread creates a thread: its number. */
uint32_t rdl_exploring_serial(void);
/* The step just taken compared memory with `expected`, which was at `at`. */
void rdl_exploring_compared(const void *at, size_t size, uint64_t expected);
/* The calling thread, at pc, is about to read up to what it finds in memory, or
 * has just done so: `size` bytes from `start` on.  Returns how many count for
 * exploration (extents.c). */
size_t rdl_exploring_scans(const volatile void *start, size_t size,
                           uintptr_t pc);
/* The calling thread has initialised a lock, semaphore, condition or barrier.
 */
void rdl_exploring_initialised(const volatile void *object);
/* The calling thread changes which signals it blocks, or asks which are
 * pending. */
void rdl_exploring_signals(void);
/* A signal is sent in a way that is not explored. */
void rdl_exploring_signal_unknown(void);
/* In this step the descriptor becomes another one, or is made, or is closed, or
 * waits no more. */
void rdl_exploring_descriptor(int fd);
/* The calling thread has used a key of thread-specific data. */
void rdl_exploring_key_used(void);
/* In this step it creates or deletes one. */
void rdl_exploring_key_changed(void);
/* The calling thread takes a step without a decision. */
void rdl_exploring_forced(const struct rdl_event *e);
/* The calling thread waits until a moment that is over already: how long it
 * waits is not explored. */
void rdl_exploring_late(uintptr_t pc);
/* The calling thread reads a clock: of the process's CPU time, or another. */
void rdl_exploring_clock(bool process_time);
/* No thread can run, and time passes to the next deadline. */
void rdl_exploring_tick(void);
void rdl_exploring_end(bool found, bool cut);

#endif
