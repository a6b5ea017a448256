/* ticks.c - time: it passes when no thread can step. */
#include "runtime/explore/exploring.h"

#include "runtime/core/state.h"
#include "runtime/explore/exploring_parts.h"
#include "runtime/explore/loops.h"

/* A tick comes after all that was, and what it wakes comes after it.  A thread
 * that could not step before it may step earlier in another trace: it races
 * with what came before the tick. */
void rdl_exploring_tick(void)
{
    const rdl_tid ticker = RDL_EXPLORE_TICKER;
    struct rdl_step step;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck)
        return;
    rdl_exploring_close_step();
    if (rdl_explore_pick(rdl_exploring_explore, &ticker, 1, ticker) != ticker) {
        rdl_exploring_now.left = true;
        return;
    }
    rdl_step_begin(&step, ticker);
    step.idle = step.world = true;
    rdl_explore_step(rdl_exploring_explore, &step);
    /* A loop that sleeps and tests again does so at another time. */
    for (size_t i = 0; i < rdl_thread_limit(); i++)
        rdl_loops_effect(rdl_thread_at((rdl_tid)i));
}

void rdl_exploring_late(uintptr_t pc)
{
    rdl_exploring_trouble(RDL_REACH_TIME, pc, 0);
}

/* Time does not pass by reading a clock, so that what a clock shows depends on
 * ticks alone.  The CPU time of the process is another matter: it counts steps.
 */
void rdl_exploring_clock(bool process_time)
{
    if (process_time)
        rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.last[rdl_self->tid].pc,
                              0);
    else if (rdl_self->serial < RDL_EXPLORE_THREADS)
        rdl_exploring_now.clock_readers |= UINT64_C(1) << rdl_self->serial;
}

/* The first thread whose call waits until a deadline, and has not begun to
 * wait.
 */
static const struct rdl_thread *ticks_timed_call(void)
{
    const struct rdl_thread *first = NULL;

    for (size_t i = 0; i < rdl_sched.n_enabled; i++) {
        const struct rdl_thread *t = rdl_thread_at(rdl_enabled()[i]);
        const enum rdl_op op = (enum rdl_op)rdl_sched.pending[t->tid].op;

        if (t->timed && t->wait == NULL && !rdl_loops_blocked(t) &&
            (op == RDL_OP_LOCK || op == RDL_OP_SEM_WAIT) &&
            (first == NULL || t->serial < first->serial))
            first = t;
    }
    return first;
}

rdl_tid rdl_exploring_begin_waiting(void)
{
    const struct rdl_thread *first = ticks_timed_call();

    if (first == NULL)
        return RDL_EXPLORE_NOBODY;
    rdl_exploring_now.call[first->serial] = rdl_sched.pending[first->tid];
    rdl_exploring_now.attempts = true;
    return first->tid;
}

/* Can no thread step, so that time passes?  The caller knows that a thread
 * waits for that. */
bool rdl_exploring_idle(void)
{
    rdl_tid can[RDL_EXPLORE_THREADS], tids[RDL_EXPLORE_THREADS];
    const rdl_tid current = rdl_sched.current;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck ||
        (rdl_is_enabled(current) &&
         rdl_exploring_is_silent(&rdl_sched.pending[current])))
        return false;
    rdl_exploring_close_step();
    if (rdl_exploring_possible(can, tids) > 0 || rdl_exploring_now.left ||
        ticks_timed_call() != NULL)
        return false;
    if (rdl_exploring_now.blocked) { /* the sleeper may end its loop */
        rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.pending[current].pc, 0);
        return false;
    }
    rdl_exploring_tick();
    return !rdl_exploring_now.left;
}
