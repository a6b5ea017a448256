/* idle.c - nobody can step, or nobody does anything but spin: what can
 * still happen, and in which order it is asked for. */
#include "runtime/sched/idle.h"
#include "runtime/core/control.h"
#include "runtime/core/state.h"
#include "runtime/sched/family.h"
#include "runtime/sched/wait.h"

/* How long to wait for the outside, in real ms at a time, before virtual time
 * may pass all the same. */
#define OUTSIDE_MS 100

/* May the driver's peer still send a signal, to somebody who waits for one? */
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

/* A child of the target stands still as it would without us: anybody may send
 * it a signal, and no detector speaks there. */
static bool idle_child_may_wait(void)
{
    return rdl_child && !rdl_wait_timed();
}

static bool idle_outside_may_act(void)
{
    return idle_child_may_wait() || rdl_families_outside() ||
           idle_peer_may_signal();
}

/* No thread can step: asks the outside first, and lets time pass only when
 * nothing comes from there, so that what really comes is not taken for late.
 * False: nothing can ever happen again. */
bool rdl_idle_happen(void)
{
    if (rdl_families_poll(0))
        return true;
    /* With a deadline at hand the outside gets a moment only; without one, all
     * the time the driver gives the execution. */
    for (int waited = 0;
         idle_outside_may_act() && (waited < OUTSIDE_MS || !rdl_wait_timed());
         waited += 5) {
        if (rdl_families_poll(5))
            return true;
    }
    return rdl_wait_pass_time(/*idle=*/true);
}

bool rdl_idle_all_spin(void)
{
    for (size_t i = 0; i < rdl_sched.n_passed; i++) {
        if (rdl_thread_at(rdl_sched.passed[i])->spin.rounds == 0)
            return false; /* it only yielded */
    }
    return true;
}

/* Nobody does anything but spin.  What they wait for may have to come from
 * outside or from a sleeper; nobody waits for it really, for a loop that only
 * reads looks the same and is to go on. */
void rdl_idle_change(void)
{
    if (!rdl_families_poll(0))
        rdl_wait_pass_time(/*idle=*/false);
}
