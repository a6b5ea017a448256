/* idle.c - when no thread can step, or all spin: what can still happen, and in
 * which order to try it. */
#include "runtime/sched/idle.h"
#include "runtime/core/control.h"
#include "runtime/core/state.h"
#include "runtime/sched/family.h"
#include "runtime/sched/wait.h"

/* How long to wait for the outside, in real ms at a time, before virtual time
 * may advance anyway. */
#define OUTSIDE_MS 100

/* May the driver's peer still send a signal to a thread that waits for one? */
static bool idle_peer_may_signal(void)
{
    if ((__atomic_load_n(&rdl_shared->config.flags, __ATOMIC_RELAXED) &
         RDL_CFG_PEER) == 0)
        return false;
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        const struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        if (t->live && t->wait != NULL && t->wait->interruptible)
            return true;
    }
    return false;
}

/* A child of the target blocks as it would without us: any process may send it
 * a signal, and no detector runs there. */
static bool idle_child_may_wait(void)
{
    return rdl_child && !rdl_wait_timed();
}

bool rdl_idle_outside(void)
{
    return idle_child_may_wait() || rdl_families_outside() ||
           idle_peer_may_signal();
}

/* No thread can step: asks the outside first and advances time only when
 * nothing arrives, so that what does arrive is not treated as late. False:
 * nothing can ever happen again. */
bool rdl_idle_happen(void)
{
    if (rdl_families_poll(0))
        return true;
    /* If there is a deadline the outside gets only a moment; otherwise all the
     * time that the driver allows the execution. */
    for (int waited = 0;
         rdl_idle_outside() && (waited < OUTSIDE_MS || !rdl_wait_timed());
         waited += 5) {
        if (rdl_families_poll(5))
            return true;
    }
    return rdl_wait_pass_time(RDL_PASSES_IDLE);
}

bool rdl_idle_all_spin(void)
{
    for (size_t i = 0; i < rdl_sched.n_passed; i++) {
        if (rdl_thread_at(rdl_sched.passed[i])->spin.rounds == 0)
            return false; /* it only yielded */
    }
    return true;
}

/* All threads only spin.  What they wait for may have to come from outside or
 * from a sleeping thread.  This function does not block for it, because a loop
 * that only reads looks the same and must continue. */
void rdl_idle_change(void)
{
    if (!rdl_families_poll(0))
        rdl_wait_pass_time(RDL_PASSES_SPINNING);
}
