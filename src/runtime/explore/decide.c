/* decide.c - which thread steps next: the steps that are possible, and the one
 * that exploration picks. */
#include "runtime/explore/exploring.h"

#include "runtime/core/state.h"
#include "runtime/explore/exploring_parts.h"
#include "runtime/explore/extents.h"
#include "runtime/explore/loops.h"
#include "runtime/explore/touches.h"
#include "runtime/observe/sharing.h"

void rdl_exploring_close_step(void)
{
    if (!rdl_exploring_now.open || rdl_exploring_now.left)
        return;
    rdl_exploring_check_inits();
    if (rdl_exploring_now.left)
        return;
    rdl_exploring_now.open = false;
    rdl_explore_step(rdl_exploring_explore, &rdl_exploring_now.step);
    if (rdl_exploring_now.uses_key)
        rdl_exploring_check_keys();
}

/* What t's pending event touches; false: that is not known to exploration. */
static bool exploring_touches(const struct rdl_thread *t,
                              const struct rdl_event *e, struct rdl_step *step)
{
    if (rdl_touches_of(t, e, step))
        return true;
    rdl_exploring_trouble(e->op == RDL_OP_KILL   ? RDL_REACH_SIGNAL
                          : e->op == RDL_OP_WAIT ? RDL_REACH_WAIT
                                                 : RDL_REACH_OPERATOR,
                          e->pc, e->op);
    return false;
}

/* Waits for a lock or a semaphore until a deadline. */
static bool exploring_waits_in_call(const struct rdl_thread *t)
{
    return t->live && t->wait != NULL && !rdl_is_enabled(t->tid) &&
           (t->wait->kind == RDL_WAIT_LOCK ||
            t->wait->kind == RDL_WAIT_SEMAPHORE);
}

void rdl_exploring_collect(void)
{
    for (size_t i = 0; i < rdl_thread_limit() && !rdl_exploring_now.left; i++) {
        const rdl_tid tid = (rdl_tid)i;
        const struct rdl_thread *t = rdl_thread_at(tid);

        if (!rdl_is_enabled(t->tid) && !exploring_waits_in_call(t))
            continue;
        if ((t == rdl_exploring_now.by && !rdl_exploring_now.stuck) ||
            rdl_loops_blocked(t))
            continue; /* it ended the process in its latest step */
        if (!exploring_touches(
                t, &rdl_sched.pending[tid],
                &rdl_exploring_now.waiting[rdl_exploring_now.n_waiting]))
            return;
        rdl_exploring_now.n_waiting++;
    }
}

bool rdl_exploring_is_silent(const struct rdl_event *e)
{
    return rdl_op_class((enum rdl_op)e->op) == RDL_CLASS_PLAIN &&
           !rdl_sharing_any(e->addr, rdl_extents_size(e));
}

/* Not explored: a thread runs as long as it can. */
static rdl_tid exploring_anybody(void)
{
    return rdl_is_enabled(rdl_sched.current) ? rdl_sched.current
                                             : rdl_enabled()[0];
}

/* The step of each enabled thread; the threads whose step is possible, by
 * serial.  0 with rdl_exploring_now.left: a step is not known to exploration.
 */
size_t rdl_exploring_possible(rdl_tid *can, rdl_tid *tids)
{
    struct rdl_step step;
    size_t n = 0;

    for (size_t i = 0; i < rdl_sched.n_enabled; i++) {
        const rdl_tid tid = rdl_enabled()[i];
        const struct rdl_thread *t = rdl_thread_at(tid);
        const struct rdl_event *e = &rdl_sched.pending[tid];
        size_t at = n;

        if (rdl_loops_blocked(t))
            continue;
        if (t->serial >= RDL_EXPLORE_TICKER) {
            rdl_exploring_trouble(RDL_REACH_THREADS, e->pc, 0);
            return 0;
        }
        if (rdl_touches_may_wait(t, e)) {
            if (!exploring_touches(t, e, &step))
                return 0;
            if (!rdl_touches_possible(&step))
                continue;
        }
        for (; at > 0 && can[at - 1] > t->serial; at--) {
            can[at] = can[at - 1];
            tids[at] = tids[at - 1];
        }
        can[at] = (rdl_tid)t->serial;
        tids[at] = tid;
        n++;
    }
    return n;
}

static rdl_tid exploring_open_step(rdl_tid tid)
{
    const struct rdl_thread *t = rdl_thread_at(tid);
    const struct rdl_event *e = &rdl_sched.pending[tid];

    if (!exploring_touches(t, e, &rdl_exploring_now.step))
        return tid;
    rdl_exploring_now.open = true;
    rdl_exploring_now.by = t;
    rdl_exploring_now.op = (enum rdl_op)e->op;
    rdl_exploring_now.object = e->addr;
    rdl_exploring_now.asked = 0;
    return tid;
}

/* The calling thread has announced its next step. */
static void exploring_look_for_loop(void)
{
    const struct rdl_thread *t = rdl_self;

    rdl_loops_stepped(t);
    if (!rdl_is_enabled(t->tid) || t->wait != NULL)
        return;
    switch (rdl_loops_visit(t, &rdl_sched.pending[t->tid],
                            rdl_explore_length(rdl_exploring_explore),
                            rdl_exploring_reach)) {
    case RDL_LOOP_NONE:
        break;
    case RDL_LOOP_NEW:
        rdl_exploring_now.again = true;
        break;
    case RDL_LOOP_RECURS:
        rdl_exploring_now.blocked = true;
        /* Time may end it, too. */
        if ((rdl_exploring_now.clock_readers >> t->serial & 1) != 0)
            rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.pending[t->tid].pc,
                                  0);
        break;
    }
}

/* A thread that waits in a loop for memory which no other thread has touched
 * yet would keep the others from running.  What it reads there is to be shared.
 */
static bool exploring_waits_unshared(const struct rdl_event *e)
{
    if (likely(rdl_self->spin.rounds < RDL_SPIN_ENOUGH) || !rdl_sharing.notes ||
        !rdl_loops_unshared(rdl_self))
        return false;
    for (uintptr_t at = e->addr & ~(uintptr_t)7; at < e->addr + e->size;
         at += 8)
        rdl_sharing_know(at);
    rdl_sharing.learnt = true;
    return !rdl_exploring_is_silent(e);
}

/* Most steps are those of the execution before: what other threads could do
 * there is known. */
static rdl_tid exploring_follow(void)
{
    const rdl_tid serial = rdl_explore_follows(rdl_exploring_explore);

    for (size_t i = 0; serial != RDL_EXPLORE_NOBODY && i < rdl_sched.n_enabled;
         i++) {
        const rdl_tid tid = rdl_enabled()[i];
        const struct rdl_thread *t = rdl_thread_at(tid);

        if (t->serial != serial || rdl_loops_blocked(t))
            continue;
        exploring_open_step(tid);
        if (!rdl_exploring_now.left &&
            rdl_touches_possible(&rdl_exploring_now.step) &&
            rdl_explore_pick(rdl_exploring_explore, &serial, 1, serial) ==
                serial)
            return tid;
        rdl_exploring_now.open = false;
        break;
    }
    return RDL_EXPLORE_NOBODY;
}

rdl_tid rdl_exploring_pick(void)
{
    rdl_tid can[RDL_EXPLORE_THREADS], tids[RDL_EXPLORE_THREADS], serial;
    const rdl_tid current = rdl_sched.current;
    rdl_tid next;
    size_t n;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck)
        return exploring_anybody();
    if (rdl_is_enabled(current) &&
        rdl_exploring_is_silent(&rdl_sched.pending[current]) &&
        !exploring_waits_unshared(&rdl_sched.pending[current]))
        return current;
    rdl_exploring_close_step();
    rdl_exploring_now.attempts = false;
    exploring_look_for_loop();
    if (rdl_exploring_now.left)
        return exploring_anybody();
    next = exploring_follow();
    if (next != RDL_EXPLORE_NOBODY)
        return next;
    n = rdl_exploring_possible(can, tids);
    if (rdl_exploring_now.left)
        return exploring_anybody();
    if (n == 0 && (next = rdl_exploring_begin_waiting()) != RDL_EXPLORE_NOBODY)
        return next;
    if (n == 0 && rdl_exploring_now.blocked && rdl_sched.timed) {
        rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.pending[current].pc, 0);
        return exploring_anybody();
    }
    if (n == 0) {
        rdl_exploring_now.stuck = true;
        rdl_exploring_collect();
        if (!rdl_exploring_now.blocked)
            return exploring_anybody();
        if (!rdl_loops_endless())
            return RDL_EXPLORE_NOBODY;
        rdl_exploring_end(/*found=*/true, false); /* the detector's business */
        return exploring_anybody();
    }
    serial = rdl_explore_pick(rdl_exploring_explore, can, n,
                              (rdl_tid)rdl_thread_at(current)->serial);
    for (size_t i = 0; i < n; i++) {
        if (can[i] == serial)
            return exploring_open_step(tids[i]);
    }
    rdl_exploring_collect(); /* source sets need it */
    rdl_exploring_now.left = true;
    return rdl_explore_trouble(rdl_exploring_explore) == RDL_EXPLORE_FINE
               ? RDL_EXPLORE_NOBODY
               : exploring_anybody();
}

void rdl_exploring_forced(const struct rdl_event *e)
{
    if (!rdl_exploring_now.left && !rdl_exploring_now.stuck &&
        !rdl_exploring_is_silent(e))
        rdl_exploring_trouble(RDL_REACH_FORCED, e->pc, 0);
}
