/* loops.h - threads that wait in a loop: without this an exploration of such a
 * program would not end.
 *
 * A thread that comes to the same step again, in the same state and without an
 * effect in between, goes round until another thread writes what it reads.  It
 * is blocked from there on in this execution; that the other thread is faster
 * is another interleaving, which a race leads to.  This is what `assume` does
 * in model checkers.  A loop that counts is never in the same state. */
#ifndef RDL_RUNTIME_EXPLORE_LOOPS_H
#define RDL_RUNTIME_EXPLORE_LOOPS_H

#include "explore/reach.h"
#include "runtime/core/thread.h"

enum rdl_loop {
    RDL_LOOP_NONE,
    RDL_LOOP_NEW,    /* a place that was not known for loops */
    RDL_LOOP_RECURS, /* the thread is blocked */
};

/* The execution is the number-th of `explore` (from 1 on). */
void rdl_loops_begin(const struct rdl_explore *explore, uint64_t number);
/* The calling thread t has taken its step, and no other has stepped since. */
void rdl_loops_stepped(const struct rdl_thread *t);
/* Then: it has announced `e`, behind the first n steps. */
enum rdl_loop rdl_loops_visit(const struct rdl_thread *t,
                              const struct rdl_event *e, uint32_t n,
                              struct rdl_reach *reach);
/* The calling thread t goes round in memory that is not known to be shared, and
 * its state recurs: only another thread can end that. */
bool rdl_loops_unshared(const struct rdl_thread *t);
/* t has changed something that its steps do not show: the heap. */
void rdl_loops_effect(const struct rdl_thread *t);
bool rdl_loops_blocked(const struct rdl_thread *t);
/* Would the blocked threads see in their next rounds what they saw in their
 * latest ones, whenever each goes on?  Threads that release and take locks in
 * turns may meet for ever, but only by chance: they only wait. */
bool rdl_loops_endless(void);

#endif
