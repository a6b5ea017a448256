/* recurrence.h - has a quiet execution come back to a state it was in before?
 *
 * A loop is endless only if its state recurs: a counter in a register or on the
 * stack means that it may end.  All that a thread is at a scheduling point are
 * the registers that a call preserves, its stack from the stack pointer up, its
 * thread-local storage, the locks that it holds and what the runtime keeps for
 * it (states.h).  Everything else is memory.
 * So after a long time without an effect, the recurrence keeps one reference
 * state of each thread and compares later ones with it, at the same place; the
 * reference moves at doubling distances, as in Brent's cycle detection (BIT
 * 1980).  Code without hooks may change memory unseen, so the program's whole
 * memory is compared as well, once.
 *
 * The scheduler promises: it calls look() on the stack of the thread that has
 * just announced its next step, and only then; it calls begin() before the
 * first step of an execution.
 * The recurrence promises: until the execution has been quiet for an eighth of
 * its bound on steps it costs nothing, and then a bounded number of
 * comparisons; it changes nothing that the target can see; equal executions get
 * equal answers.
 *
 * What is left on the stack by earlier calls may differ from round to round and
 * hide a recurrence.  It can never make one. */
#ifndef RDL_RUNTIME_RECUR_RECURRENCE_H
#define RDL_RUNTIME_RECUR_RECURRENCE_H

#include "runtime/core/thread.h"

/* A new execution; returns the step at which to look() for the first time. */
uint64_t rdl_recurrence_begin(uint64_t max_steps);

/* t has announced its next step; the latest step with an effect was
 * effect_step. Returns the step from which on to look again. */
uint64_t rdl_recurrence_look(const struct rdl_thread *t,
                             const struct rdl_event *next,
                             uint64_t effect_step);

/* The running thread was interrupted in code that no hook sees: its state is
 * not known there. */
void rdl_recurrence_unseen(const struct rdl_thread *t);

enum rdl_recurrence {
    RDL_RECURS,              /* every thread came back, memory is the same */
    RDL_RECURS_TOO_SHORT,    /* not quiet for long enough to tell */
    RDL_RECURS_NOT_THREAD,   /* the state of a thread differs in each round */
    RDL_RECURS_NOT_MEMORY,   /* memory changed, though no hook saw a write */
    RDL_RECURS_NOT_SEEN,     /* a thread runs code that no hook sees */
    RDL_RECURS_NOT_FINISHED, /* a thread sleeps, or waits until a deadline */
    RDL_RECURS_NO_TURN,      /* a thread could step, and has not had a turn */
    RDL_RECURS_NOT_ALONE,    /* another process may still act; only the
                                scheduler knows that */
};

/* The answer at the end of an execution.  *whose is the thread because of which
 * it does not recur; NULL: none in particular. */
enum rdl_recurrence rdl_recurrence_ends(const struct rdl_thread **whose);

#endif
