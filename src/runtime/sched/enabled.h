/* enabled.h - which threads can take the next step, and which of those are left
 * out for a while because they wait in a loop. */
#ifndef RDL_RUNTIME_SCHED_ENABLED_H
#define RDL_RUNTIME_SCHED_ENABLED_H

#include "runtime/core/state.h"

#define RDL_ENABLED_WINDOW 256 /* steps */

/* Make a thread enabled or disabled; both are idempotent. */
void rdl_sched_enable(struct rdl_thread *t);
void rdl_sched_disable(struct rdl_thread *t);

/* No step has had an effect for a long time.  Threads that give way to each
 * other (lock, try the other lock, unlock: std::scoped_lock) do so for ever if
 * the scheduler leaves each out at the same place each time, or if priorities
 * repeat. A random pick ends that, and the runtime does not report a livelock
 * that a random pick ends. */
static inline bool rdl_enabled_quiet(void)
{
    return rdl_steps - rdl_sched.effect_step > rdl_sched.quiet;
}

/* The same where each step has an effect (back-off on atomics): in every other
 * RDL_ENABLED_WINDOW of an overlong execution.  In the others the strategy
 * decides: the program may simply be long. */
static inline bool rdl_enabled_overlong(void)
{
    return rdl_steps > rdl_sched.overlong &&
           rdl_steps / RDL_ENABLED_WINDOW % 2 != 0;
}

/* In every other RDL_ENABLED_WINDOW of such a period no thread is left out:
 * otherwise threads could wait for one that never gets a turn.  It depends only
 * on the step count, so a replay does the same. */
static inline bool rdl_enabled_all_in(void)
{
    return rdl_enabled_quiet() && rdl_steps / RDL_ENABLED_WINDOW % 2 != 0;
}

/* Leaves t out until another thread has stepped, unless a choice of the kind
 * `why` lets it go on: exploration leaves out nobody, and so does a replay of
 * what it found. */
void rdl_enabled_pass_over(struct rdl_thread *t, enum rdl_choice_kind why);
/* A thread other than those left out has stepped. */
void rdl_enabled_recall_passed(rdl_tid stepped);
void rdl_enabled_recall_all(void);

#endif
