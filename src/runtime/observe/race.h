/* race.h - finds data races, and reports only those that it has proven
 * (docs/races.md).
 *
 * A race is *seen* when two threads stand at their accesses at the same moment:
 * both have announced them, and neither has made its own.  Whatever
 * synchronises the two, it did not keep them apart, also if raddle knows
 * nothing of it.  This compares each announced access with those that other
 * threads have announced (RaceFuzzer steers threads to such a moment: Sen, PLDI
 * 2008; here the strategies lead there).
 *
 * A race of *memory order* cannot be seen where all threads take turns: of two
 * accesses one comes before the other in every execution, but only because of
 * atomics whose memory orders order nothing else.  Vector clocks find it
 * (race_clocks.h).  They run only in programs that have used such orders, or
 * that free memory and share memory of the heap.
 *
 * An access that comes before a `free` of its memory, with nothing in between
 * that orders the two, is a race *unordered*.  If the two threads stood there
 * at the same moment, the access would mostly come too late and fail; the
 * clocks find the race in executions that pass.
 *
 * A race does not end the execution.  Each pair of places is reported once in a
 * process. */
#ifndef RDL_RUNTIME_OBSERVE_RACE_H
#define RDL_RUNTIME_OBSERVE_RACE_H

#include "runtime/core/thread.h"

struct rdl_race {
    bool on;     /* compare accesses that threads announce */
    bool clocks; /* and follow clocks */
};

extern struct rdl_race rdl_race RDL_HIDDEN;

/* The thread e->tid announces `e`, which need not be an access.  False: it
 * meets no other thread at its access.  Mostly one load says so. */
bool rdl_race_announced(const struct rdl_event *e);
/* Otherwise: compares `e` with what the other threads have announced.  Returns
 * the other event if the execution is to end here: the caller appends the steps
 * that are announced, then calls rdl_race_ends(). */
const struct rdl_event *rdl_race_meets(const struct rdl_event *e);
/* The same for a block that e->tid is about to free: `e` is an RDL_OP_FREE. */
const struct rdl_event *rdl_race_frees(const struct rdl_event *e);
/* The step `e`, which is not private, is taken.  True if the execution is to
 * end here. */
bool rdl_race_taken(const struct rdl_event *e);
/* The compare-exchange that the calling thread took is done; `e` is it, and
 * says whether it failed, and in which order.  Likewise. */
bool rdl_race_compared(const struct rdl_event *e);
/* The same for a block that e->tid frees: `e` is an RDL_OP_FREE of it. */
bool rdl_race_freed(const struct rdl_event *e);
/* The calling thread got something from another one through the kernel, in a
 * step whose operator does not say so. */
void rdl_race_outside(void);
/* The calling thread made membarrier(): all threads have a fence there. */
void rdl_race_membarrier(void);
/* This memory may have a second address, or belong to other processes, too. */
void rdl_race_mapped(uintptr_t start, size_t size);
/* What was at `from` is, perhaps also, at `to`. */
void rdl_race_moved(uintptr_t from, uintptr_t to, size_t size);
/* The program exits: from now on what it frees is ordered after everything. */
void rdl_race_exits(void);
/* Reports the race that one of the two functions ended the execution for. */
_Noreturn void rdl_race_ends(void);

#endif
