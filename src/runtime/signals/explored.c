/* explored.c - what exploration must know about signals.
 *
 * Explored are signals that the receiver blocks and takes with sigwait(), those
 * that a thread sends to itself, and those that do nothing or end the process.
 * A handler in another thread could run between any two accesses of that
 * thread, also those that are not steps: it is not explored.
 *
 * The pending signals of each thread are an object, those of the process are
 * all of these at once.  An execution that has both is not explored: sending
 * says of only one of them what was pending before. */
#include "runtime/signals/signals.h"

#include "runtime/core/state.h"
#include "runtime/explore/exploring.h"
#include "runtime/explore/objects.h"
#include "runtime/signals/kernel_handlers.h"

/* In this execution some became pending: for one thread, for the process. */
static bool for_threads, for_process;

/* Signals that no thread can block. */
#define NEVER_BLOCKED                                                          \
    (RDL_UNBLOCKABLE | RDL_SIGNAL_BIT(32) | RDL_SIGNAL_BIT(33) |               \
     RDL_SIGNAL_BIT(RDL_SIGNAL_WATCHDOG))

static bool explored_blocks(const struct rdl_thread *t, int signo)
{
    return (rdl_signals_of(t)->mask & RDL_SIGNAL_BIT(signo)) != 0;
}

/* Would a handler interrupt `to` where that is not known, if t sends it? */
static bool explored_interrupts(const struct rdl_thread *t,
                                const struct rdl_thread *to, int signo)
{
    return t != to && to->live &&
           (to->in_handler || !explored_blocks(to, signo));
}

static bool explored_interrupts_any(const struct rdl_thread *t, int signo)
{
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        if (explored_interrupts(t, rdl_thread_at((rdl_tid)i), signo))
            return true;
    }
    return false;
}

static enum rdl_signals_touch explored_send(const struct rdl_thread *t,
                                            bool to_process,
                                            const struct rdl_thread *to,
                                            struct rdl_step_object *touch)
{
    const int signo = rdl_signals_of(t)->sends;
    enum rdl_disposition action;

    if (signo < 0 || (to == NULL && !to_process))
        return RDL_SIGNALS_UNKNOWN;
    if (signo == 0 || signo > RDL_SIGNAL_MAX || (to != NULL && !to->live))
        return RDL_SIGNALS_NONE;
    action = rdl_signals_disposition(signo);
    if (action == RDL_STOPS ||
        (action == RDL_HANDLED &&
         (to_process ? explored_interrupts_any(t, signo)
                     : explored_interrupts(t, to, signo))))
        return RDL_SIGNALS_UNKNOWN;
    if (to_process ? for_threads : for_process)
        return RDL_SIGNALS_UNKNOWN;
    touch->state =
        to_process ? rdl_signals_of_process() : rdl_signals_of(to)->pending;
    return to_process ? RDL_SIGNALS_ALL : RDL_SIGNALS_ONE;
}

/* It is not possible while none of the signals is there. */
static enum rdl_signals_touch explored_wait(const struct rdl_thread *t,
                                            struct rdl_step_object *touch)
{
    const struct rdl_signals *s = rdl_signals_of(t);

    if (s->takes == 0 || s->takes_until != RDL_NEVER ||
        (s->takes & ~s->mask & ~NEVER_BLOCKED) != 0)
        return RDL_SIGNALS_UNKNOWN;
    touch->state = s->pending | rdl_signals_of_process();
    touch->operand = s->takes;
    touch->need = RDL_NEEDS_ANY;
    return for_process ? RDL_SIGNALS_ALL : RDL_SIGNALS_ONE;
}

enum rdl_signals_touch rdl_signals_touch(const struct rdl_thread *t,
                                         const struct rdl_event *e,
                                         const struct rdl_thread *to,
                                         struct rdl_step_object *touch)
{
    touch->holds = RDL_STATE_OBJECT;
    if (e->op == RDL_OP_KILL)
        return explored_send(t, e->addr == 0, to, touch);
    return e->addr == (uintptr_t)&rdl_signals_object ? explored_wait(t, touch)
                                                     : RDL_SIGNALS_OTHER;
}

void rdl_signals_explored(const struct rdl_thread *to, int signo)
{
    if (to != NULL)
        for_threads = true;
    else
        for_process = true;
    /* Not by a call that sends: a timer, or a write to a closed pipe. */
    if (!rdl_signals_of(rdl_self)->sending &&
        (to != rdl_self || explored_blocks(to, signo)))
        rdl_exploring_signal_unknown();
}
