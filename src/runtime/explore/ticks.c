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

/* A call that waits until a deadline, and has not begun to wait: when that is
 * over is not known. */
static bool exploring_timed_call(void)
{
    for (size_t i = 0; i < rdl_sched.n_enabled; i++) {
        const struct rdl_thread *t = rdl_thread_at(rdl_sched.enabled[i]);

        if (!t->timed)
            continue;
        rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.pending[t->tid].pc, 0);
        return true;
    }
    return false;
}

/* Can no thread step, so that time passes?  The caller knows that a thread
 * waits for that. */
bool rdl_exploring_idle(void)
{
    rdl_tid can[RDL_EXPLORE_THREADS], tids[RDL_EXPLORE_THREADS];
    const rdl_tid current = rdl_sched.current;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck ||
        (rdl_thread_at(current)->enabled &&
         rdl_exploring_is_silent(&rdl_sched.pending[current])))
        return false;
    rdl_exploring_close_step();
    if (rdl_exploring_possible(can, tids) > 0 || rdl_exploring_now.left ||
        exploring_timed_call())
        return false;
    if (rdl_exploring_now.blocked) { /* the sleeper may end its loop */
        rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.pending[current].pc, 0);
        return false;
    }
    rdl_exploring_tick();
    return !rdl_exploring_now.left;
}
