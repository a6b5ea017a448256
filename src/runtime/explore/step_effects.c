/* step_effects.c - what happens in a step that is being explored, beside what
 * its operator says: threads are made, locks given back, waiters woken, blocks
 * freed. */
#include "runtime/explore/exploring.h"

#include "explore/past.h"
#include "runtime/core/state.h"
#include "runtime/explore/exploring_parts.h"
#include "runtime/explore/loops.h"
#include "runtime/explore/touches.h"
#include "runtime/observe/observer.h"
#include "runtime/observe/sharing.h"

static void step_effects_touch(const struct rdl_step_object *touch)
{
    for (unsigned i = 0; i < rdl_exploring_now.step.n_touches; i++) {
        const struct rdl_step_object *t = &rdl_exploring_now.step.touch[i];

        if ((t->rule == RDL_TOUCH_WRITES || t->rule == touch->rule) &&
            rdl_touch_covers(t, touch))
            return;
    }
    rdl_step_touch(&rdl_exploring_now.step, touch);
}

static uint64_t step_effects_set(const struct rdl_thread *t)
{
    return t->serial < RDL_EXPLORE_THREADS ? UINT64_C(1) << t->serial : 0;
}

void rdl_exploring_compared(const void *at, size_t size, uint64_t expected)
{
    struct rdl_step_object *t = &rdl_exploring_now.step.touch[0];

    /* Of more than eight bytes the values before are not known, and if threads
     * share what it compares with, neither is that: it counts as a write. */
    if (!rdl_exploring_now.open || rdl_exploring_now.left ||
        rdl_exploring_now.op != RDL_OP_RMW || t->holds != RDL_STATE_BYTES ||
        rdl_sharing_any((uintptr_t)at, size))
        return;
    t->rule = RDL_TOUCH_WRITES_IF_EQUAL;
    t->operand = expected;
    rdl_step_found(&rdl_exploring_now.step, 0, t->state);
    rdl_step_sign(&rdl_exploring_now.step);
}

/* --- Initialising ----------------------------------------------------------
 *
 * It is not a step, and happens after the step under way.  So it is explored
 * only where it does not matter: whoever uses the object has used it before for
 * certain, or comes after a later step of the thread that initialises it.  The
 * same holds for a thread that blocks or unblocks signals. */

static bool step_effects_alone(void)
{
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        const struct rdl_thread *t = rdl_thread_at((rdl_tid)i);

        if (t->live && t != rdl_self)
            return false;
    }
    return true;
}

static void step_effects_unordered(const struct rdl_step_object *touch,
                                   enum rdl_reach_reason why)
{
    const rdl_tid by = (rdl_tid)rdl_self->serial;
    const size_t n = rdl_exploring_now.n_inits;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck ||
        step_effects_alone())
        return;
    if (n == RDL_EXPLORE_INITS ||
        rdl_explore_unordered(rdl_exploring_explore, by, touch)) {
        rdl_exploring_trouble(why, rdl_sched.last[rdl_self->tid].pc, 0);
        return;
    }
    rdl_exploring_now.inits[n].object = *touch;
    rdl_exploring_now.inits[n].why = why;
    rdl_exploring_now.inits[n].by = by;
    rdl_exploring_now.inits[n].own =
        rdl_explore_own(rdl_exploring_explore, by) + rdl_exploring_now.open;
    rdl_exploring_now.n_inits++;
}

void rdl_exploring_initialised(const volatile void *object)
{
    const struct rdl_step_object touch = rdl_touches_written(object, 0);

    step_effects_unordered(&touch, RDL_REACH_INIT);
}

void rdl_exploring_signals(void)
{
    const struct rdl_step_object touch = rdl_touches_signals(rdl_self);

    step_effects_unordered(&touch, RDL_REACH_SIGNAL);
}

void rdl_exploring_signal_unknown(void)
{
    if (!rdl_exploring_now.left && !rdl_exploring_now.stuck)
        rdl_exploring_trouble(RDL_REACH_SIGNAL,
                              rdl_sched.last[rdl_self->tid].pc, 0);
}

void rdl_exploring_check_inits(void)
{
    const struct rdl_step *s = &rdl_exploring_now.step;

    for (size_t i = 0; i < rdl_exploring_now.n_inits; i++) {
        const rdl_tid by = rdl_exploring_now.inits[i].by;

        if (s->tid == by ||
            rdl_explore_past(rdl_exploring_explore, s->tid, by) >
                rdl_exploring_now.inits[i].own)
            continue;
        for (unsigned k = 0; k < s->n_touches; k++) {
            if (!rdl_touch_meets(&s->touch[k],
                                 &rdl_exploring_now.inits[i].object))
                continue;
            rdl_exploring_trouble(rdl_exploring_now.inits[i].why,
                                  rdl_sched.last[rdl_exploring_now.by->tid].pc,
                                  0);
            return;
        }
    }
}

/* --- Keys of thread-specific data ------------------------------------------
 *
 * Their use is not a step: so they are explored only where it comes behind the
 * step that creates or deletes one, or that behind a later step of the user. */

/* Do the first took[by] steps of each thread `by` come before the next of
 * `tid`?
 */
static bool step_effects_ordered(const uint32_t *took, rdl_tid tid)
{
    for (rdl_tid by = 0; by < RDL_EXPLORE_THREADS; by++) {
        if (by != tid && took[by] != 0 &&
            rdl_explore_past(rdl_exploring_explore, tid, by) < took[by])
            return false;
    }
    return true;
}

static bool step_effects_key(uint32_t *took, uint32_t more)
{
    const rdl_tid by = (rdl_tid)rdl_self->serial;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck ||
        rdl_self->serial >= RDL_EXPLORE_THREADS || step_effects_alone())
        return false;
    took[by] = rdl_explore_own(rdl_exploring_explore, by) +
               rdl_exploring_now.open + more;
    return true;
}

void rdl_exploring_key_used(void)
{
    rdl_exploring_now.uses_key |=
        step_effects_key(rdl_exploring_now.key_used, 1);
}

void rdl_exploring_key_changed(void)
{
    if (step_effects_key(rdl_exploring_now.key_changed, 0) &&
        !step_effects_ordered(rdl_exploring_now.key_used,
                              (rdl_tid)rdl_self->serial))
        rdl_exploring_trouble(RDL_REACH_OPERATOR,
                              rdl_sched.last[rdl_self->tid].pc, RDL_OP_KEY);
}

void rdl_exploring_check_keys(void)
{
    rdl_exploring_now.uses_key = false;
    if (!step_effects_ordered(rdl_exploring_now.key_changed,
                              rdl_exploring_now.step.tid))
        rdl_exploring_trouble(RDL_REACH_OPERATOR,
                              rdl_sched.last[rdl_exploring_now.by->tid].pc,
                              RDL_OP_KEY);
}

/* --- What happens in a step ----------------------------------------------- */

static bool step_effects_observes(uint64_t execution)
{
    (void)execution;
    return rdl_exploring;
}

static void step_effects_created(const struct rdl_thread *t, uintptr_t pc)
{
    (void)pc;
    if (rdl_exploring_now.open && !rdl_exploring_now.left)
        rdl_exploring_now.step.lives |= step_effects_set(t);
}

static void step_effects_unhold(const struct rdl_thread *holder,
                                const volatile void *lock)
{
    struct rdl_step_object touch;

    if (!rdl_exploring_now.open || rdl_exploring_now.left ||
        holder != rdl_exploring_now.by)
        return;
    touch = rdl_touches_written(lock, 0);
    step_effects_touch(&touch);
}

static void step_effects_touched(const void *start, size_t size, bool writes)
{
    struct rdl_step_object touch;

    if (!rdl_exploring_now.open || rdl_exploring_now.left || size == 0 ||
        !rdl_sharing_any((uintptr_t)start, size))
        return;
    touch = rdl_touches_range(start, size, writes);
    step_effects_touch(&touch);
}

void rdl_exploring_descriptor(int fd)
{
    const struct rdl_step_object touch =
        rdl_touches_descriptor(fd, /*writes=*/true);

    if (rdl_exploring_now.open && !rdl_exploring_now.left)
        step_effects_touch(&touch);
}

static void step_effects_cancellable(bool anywhere)
{
    struct rdl_step_object touch;

    if (rdl_exploring_now.left || rdl_self->serial >= RDL_EXPLORE_THREADS)
        return;
    if (anywhere)
        rdl_exploring_trouble(RDL_REACH_OPERATOR,
                              rdl_sched.last[rdl_self->tid].pc, RDL_OP_CANCEL);
    if (!rdl_exploring_now.open || rdl_exploring_now.left)
        return;
    touch = rdl_touches_cancel(rdl_self, /*writes=*/false);
    step_effects_touch(&touch);
}

static void step_effects_made(const void *block, uint32_t size, uintptr_t pc,
                              uintptr_t outer)
{
    (void)block, (void)size, (void)pc, (void)outer;
    if (!rdl_exploring_now.left)
        rdl_loops_effect(rdl_self);
}

static void step_effects_freed(const void *block, uint32_t size, uintptr_t pc)
{
    (void)pc;
    step_effects_touched(block, size, true);
    if (!rdl_exploring_now.left)
        rdl_loops_effect(rdl_self);
}

static void step_effects_waits(const struct rdl_thread *t,
                               const struct rdl_wait *wait)
{
    if (rdl_exploring_now.left || rdl_exploring_now.stuck ||
        (wait->kind == RDL_WAIT_CONDITION && !wait->library) ||
        wait->kind == RDL_WAIT_BARRIER || wait->kind == RDL_WAIT_SLEEP ||
        (rdl_exploring_now.attempts && wait->deadline != RDL_NEVER))
        return;
    rdl_exploring_trouble(RDL_REACH_WAIT, rdl_sched.last[t->tid].pc,
                          wait->kind);
}

static void step_effects_woken(const struct rdl_thread *t,
                               const struct rdl_wait *wait, enum rdl_woken how)
{
    if (rdl_exploring_now.left ||
        (rdl_exploring_now.stuck && how == RDL_WOKEN_BY_THREAD) ||
        (how == RDL_WOKEN_BY_NOBODY && wait->spurious) ||
        (how == RDL_WOKEN_BY_CANCEL && /* touches.c */
         (wait->kind == RDL_WAIT_SLEEP || wait->kind == RDL_WAIT_CONDITION)))
        return;
    if (how == RDL_WOKEN_BY_TIME && !rdl_exploring_now.stuck &&
        (wait->kind == RDL_WAIT_SLEEP || wait->kind == RDL_WAIT_CONDITION ||
         wait->kind == RDL_WAIT_LOCK ||
         wait->kind == RDL_WAIT_SEMAPHORE)) /* by a tick */
        return;
    if (how != RDL_WOKEN_BY_THREAD) {
        rdl_exploring_trouble(how == RDL_WOKEN_BY_TIME ? RDL_REACH_TIME
                                                       : RDL_REACH_WAIT,
                              rdl_sched.last[t->tid].pc, 0);
        return;
    }
    if (!rdl_exploring_now.open)
        return;
    rdl_exploring_now.step.wakes |= step_effects_set(t);
    rdl_exploring_now.step.chosen = rdl_exploring_now.op == RDL_OP_SIGNAL;
}

const struct rdl_observer rdl_observer_exploring = {
    .name = "exploring",
    .begin = step_effects_observes,
    .created = step_effects_created,
    .unhold = step_effects_unhold,
    .made = step_effects_made,
    .freed = step_effects_freed,
    .touched = step_effects_touched,
    .waits = step_effects_waits,
    .cancellable = step_effects_cancellable,
    .woken = step_effects_woken,
};
