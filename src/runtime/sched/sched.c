/* sched.c - scheduling points: which thread takes the next step.
 *
 * Between two points the running thread has the process to itself, so nothing
 * here locks.  A point that does not switch costs a few dozen instructions:
 * settle the previous step, announce the next, sched_pick, record. */
#include "runtime/sched/sched.h"

#include "runtime/explore/exploring.h"
#include "runtime/observe/tap.h"
#include "runtime/observe/sharing.h"
#include "runtime/observe/log.h"
#include "runtime/observe/race.h"
#include "runtime/observe/blocks.h"
#include "runtime/recur/recurrence.h"
#include "runtime/sched/dead_stack.h"
#include "runtime/sched/enabled.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/idle.h"
#include "runtime/sched/needs.h"
#include "runtime/sched/noise.h"
#include "runtime/sched/stacks.h"
#include "runtime/sched/wait.h"
#include "runtime/heap/heap.h"
#include "runtime/core/aside.h"
#include "runtime/observe/value.h"
#include "runtime/machine/peek.h"

#include <string.h>

/* Counts the threads that can do something.  An attempt to join a live thread
 * is a step, but it cannot conflict with what that thread does: a program that
 * joins each thread before it creates the next has only one schedule. */
static void sched_count_enabled(void)
{
    const rdl_tid *enabled = rdl_enabled();
    size_t n = 0;

    for (size_t i = 0; i < rdl_sched.n_enabled; i++) {
        const struct rdl_event *e = &rdl_sched.pending[enabled[i]];
        const struct rdl_thread *joined =
            e->op == RDL_OP_JOIN ? rdl_thread_of(e->addr) : NULL;

        if (joined == NULL || !joined->live)
            n++;
    }
    if (n > rdl_sched.most_enabled)
        rdl_sched.most_enabled = n;
}

/* Asks the strategy; the caller has checked that there is a choice. */
static rdl_tid sched_pick(void)
{
    if (unlikely(rdl_exploring))
        return rdl_exploring_pick();

    const struct rdl_choice choice = {
        .rng = &rdl_sched.rng,
        .memory = rdl_sched.run.memory,
        .guide = rdl_sched.run.guide,
        .enabled = rdl_enabled(),
        .n_enabled = rdl_sched.n_enabled,
        .pending = rdl_sched.pending,
        .current = rdl_sched.current,
        .step = rdl_sched.decisions,
        .steps = rdl_steps - rdl_sched.private_accesses,
        .all_steps = rdl_steps,
    };

    return rdl_sched.strategy->pick(rdl_sched.strategy_state, &choice);
}

/* Some observers look at a step when it is taken.  If the execution is to end
 * there, the latest step is the access that ends it, which the others do not
 * know yet. */
static __attribute__((noinline)) void sched_taken(rdl_tid tid)
{
    const struct rdl_event *e = &rdl_sched.last[tid];
    const bool race = rdl_race.clocks && rdl_race_taken(e);

    if (likely(!race && !(rdl_blocks.on && rdl_blocks_taken(e))))
        return;
    rdl_sched.current = tid;
    rdl_tap_step(e);
    if (race)
        rdl_race_ends();
    rdl_blocks_ends();
}

static RDL_INLINE void sched_note_step(rdl_tid tid)
{
    const struct rdl_event *e = &rdl_sched.pending[tid];

    rdl_log_step(e);
    rdl_sched.accesses += rdl_op_accesses((enum rdl_op)e->op);
    rdl_sched.last[tid] = *e;
    rdl_steps++;
}

/* The thread takes the step that it has announced. */
static RDL_INLINE void sched_take(rdl_tid tid)
{
    sched_note_step(tid);
    if (unlikely(rdl_tap.taken))
        sched_taken(tid);
}

void rdl_sched_stand(rdl_tid tid)
{
    struct rdl_event *e = &rdl_sched.last[tid];

    rdl_log.stands = true;
    sched_note_step(tid);
    rdl_sched.current = tid;
    if (rdl_op_reads((enum rdl_op)e->op) && e->size <= sizeof(e->value) &&
        rdl_peek(&e->value, e->addr, e->size))
        e->flags |= RDL_EV_VALUE;
    rdl_tap_step(e);
}

/* t may meet another thread at its access: does it? */
static __attribute__((noinline)) void sched_meets(const struct rdl_thread *t)
{
    const struct rdl_event *other = rdl_race_meets(&rdl_sched.pending[t->tid]);

    if (likely(other == NULL))
        return;
    rdl_sched_stand(t->tid);
    rdl_sched_stand(other->tid);
    rdl_race_ends();
}

uintptr_t rdl_sched_place(const struct rdl_thread *t)
{
    if (t == rdl_self && !rdl_sched.undecided)
        return rdl_sched.last[t->tid].pc;
    return rdl_sched.pending[t->tid].pc;
}

/* The execution is long: it has reached its end, or its state is compared with
 * earlier ones. */
static void sched_look(void)
{
    const uint64_t max_steps = rdl_shared->config.max_steps;
    uint64_t next;

    if (rdl_steps >= max_steps)
        rdl_finish_cut();
    next = rdl_recurrence_look(rdl_self, &rdl_sched.pending[rdl_self->tid],
                               rdl_sched.effect_step);
    rdl_sched.look_step = next < max_steps ? next : max_steps;
}

static bool sched_idle(void)
{
    const struct rdl_wait *wait;

    if (unlikely(rdl_exploring) && rdl_wait_next(&wait) != RDL_NEVER)
        rdl_exploring_tick();
    return rdl_idle_happen();
}

RDL_ASIDE struct rdl_thread *sched_decide(void)
{
    rdl_tid tid;

    if (unlikely(rdl_steps >= rdl_due_step))
        rdl_signals_arrive();
    if (unlikely(rdl_wait_timed()) && rdl_sched.n_enabled > 0)
        rdl_wait_may_expire();
    if (unlikely(rdl_sched.n_passed > 0) && rdl_enabled_all_in())
        rdl_enabled_recall_all();
    while (unlikely(rdl_sched.n_enabled == 0)) {
        if (rdl_sched.n_passed > 0) {
            if (rdl_idle_all_spin())
                rdl_idle_change();
            rdl_enabled_recall_all();
        } else if (!sched_idle()) {
            rdl_sched.undecided = true;
            rdl_moment(RDL_AT_STUCK, RDL_MISUSE_NONE, NULL);
            /* A wait record lies on the waiter's stack; the program may have
             * overwritten it with a deadline that never arrives. */
            rdl_sched.timeless = true;
            rdl_moment(RDL_AT_STUCK, RDL_MISUSE_NONE, NULL);
            rdl_panic(__FILE__, __LINE__, "no detector for a stuck program");
        }
    }
    /* Before the pick: a replay does not expect a step here. */
    if (unlikely(rdl_steps >= rdl_sched.look_step))
        sched_look();
    if (unlikely(rdl_log.replays))
        tid = rdl_log_expected();
    else if (rdl_sched.n_enabled == 1 && !rdl_sched.strategy->forced)
        tid = rdl_enabled()[0];
    else if (unlikely(rdl_enabled_quiet() || rdl_enabled_overlong()) &&
             !rdl_sched.strategy->forced)
        tid = rdl_enabled()[rdl_rng_below(&rdl_sched.rng, rdl_sched.n_enabled)];
    else
        tid = sched_pick();
    if (unlikely(tid == RDL_EXPLORE_NOBODY))
        rdl_finish_explored();
    ASSERT(rdl_is_enabled(tid));
    rdl_sched.decisions += rdl_sched.n_enabled > 1;
    if (rdl_sched.n_enabled > rdl_sched.most_enabled)
        sched_count_enabled();
    sched_take(tid);
    rdl_sharing_decided((enum rdl_op)rdl_sched.last[tid].op);
    if (unlikely(rdl_sched.n_passed > 0))
        rdl_enabled_recall_passed(tid);
    rdl_sched.current = tid;
    return rdl_thread_at(tid);
}

RDL_ASIDE_CALL(rdl_sched_decide, sched_decide);

/* Other code may now write what t has read: another thread, or a handler of
 * t's, which may never return. */
static RDL_INLINE void sched_save_read(struct rdl_thread *t)
{
    if (likely(t->unsaved_size == 0))
        return;
    memcpy(t->unsaved_to, t->unsaved, t->unsaved_size);
    t->unsaved_size = 0;
}

/* Gives the turn to the thread that sched_decide() chooses; returns when t
 * has it again. */
static void sched_turn(struct rdl_thread *t)
{
    struct rdl_thread *next = sched_decide();

    if (next == t)
        return;
    sched_save_read(t);
    rdl_thread_run(next);
    rdl_sched.engine->resume(t, next);
    if (unlikely(rdl_sched.ending))
        rdl_stacks_show(t);
}

static RDL_INLINE void sched_written(struct rdl_thread *t, struct rdl_event *e)
{
    if (t->write_due == 0)
        return;
    e->value = rdl_memory_value((const void *)t->write_due, t->write_size);
    e->flags |= RDL_EV_VALUE;
    rdl_log_value(e->value);
    t->write_due = 0;
}

void rdl_sched_written(struct rdl_thread *t)
{
    sched_written(t, &rdl_sched.last[t->tid]);
}

/* A write to a variable on the thread's own stack: without optimisation every
 * atomic_load writes its result there.  In a loop that reads and writes the
 * same values each time it tells other threads nothing. */
static RDL_INLINE bool sched_on_own_stack(const struct rdl_thread *t,
                                          const struct rdl_event *e)
{
    const uintptr_t frame = rdl_aside_sp(t);

    return e->op == RDL_OP_WRITE && e->addr - frame < t->stack_top - frame;
}

static RDL_INLINE bool sched_settle(struct rdl_thread *t, struct rdl_event *e)
{
    bool effect;

    sched_written(t, e);
    rdl_tap_step(e);
    effect = rdl_spin_effect(e) && !sched_on_own_stack(t, e);
    if (effect)
        rdl_sched.effect_step = rdl_steps;
    return rdl_spin_step(&t->spin, e, effect);
}

RDL_ASIDE bool sched_settle_last(struct rdl_thread *t)
{
    return sched_settle(t, &rdl_sched.last[t->tid]);
}
RDL_ASIDE_CALL(rdl_sched_settle, sched_settle_last);

/* True: t may meet another thread at its access. */
static RDL_INLINE bool sched_announce(struct rdl_thread *t, enum rdl_op op,
                                      const volatile void *addr, size_t size,
                                      uintptr_t pc, unsigned flags)
{
    struct rdl_event *e = &rdl_sched.pending[t->tid];

    *e = (struct rdl_event){
        .pc = pc,
        .addr = (uintptr_t)addr,
        .size = (uint32_t)size,
        .tid = t->tid,
        .op = (uint8_t)op,
        .flags = (uint8_t)flags,
    };
    return rdl_race.on && rdl_race_announced(e);
}

/* Stack that interceptors may need below the target's frame. */
#define STACK_RESERVE 16384

static inline void sched_check_stack(struct rdl_thread *t, uintptr_t pc)
{
    if (unlikely(rdl_aside_sp(t) - t->stack_floor < STACK_RESERVE))
        rdl_stacks_overflow(t, pc);
}

/* Does the program want the next step to be t's (include/raddle.h)?  After a
 * long run of ignored accesses the strategy decides anyway: a thread may wait
 * for the end of a loop. */
static bool sched_stays(struct rdl_thread *t, enum rdl_op op)
{
    if (rdl_steps >= rdl_shared->config.max_steps || op == RDL_OP_YIELD)
        return false;
    if (t->atomic > 0)
        return true;
    if (!rdl_op_accesses(op) || t->ignored >= RDL_SHARING_RUN) {
        t->ignored = 0;
        return false;
    }
    t->ignored++;
    return true;
}

/* t takes the step without a decision. */
static void sched_forced(struct rdl_thread *t)
{
    if (unlikely(rdl_exploring))
        rdl_exploring_forced(&rdl_sched.pending[t->tid]);
    sched_take(t->tid);
    if (rdl_sched.n_passed > 0)
        rdl_enabled_recall_passed(t->tid);
}

/* Handlers run before t announces what it is about to do.  They take steps of
 * their own, and may never return. */
static void sched_attend(struct rdl_thread *t)
{
    const void *expected = t->expected;

    sched_save_read(t);
    t->expected = NULL;
    rdl_attend(t);
    rdl_cancel_asynchronous(t);
    t->expected = expected;
}

static inline void sched_point(struct rdl_thread *t, enum rdl_op op,
                               const volatile void *addr, size_t size,
                               uintptr_t pc, unsigned flags)
{
    bool spins;

    if (unlikely(t->attention) && !t->in_handler_stack)
        sched_attend(t);
    spins = sched_settle(t, &rdl_sched.last[t->tid]);
    if (unlikely(sched_announce(t, op, addr, size, pc, flags)))
        sched_meets(t);
    if (unlikely(t->in_handler_stack) && rdl_signals_on_alternate(t)) {
        /* No switch is possible on an alternate stack: the step is forced. */
        sched_take(t->tid);
        return;
    }
    if (unlikely(t->asks) && !spins && sched_stays(t, op)) {
        sched_forced(t);
        return;
    }
    if (unlikely(spins || op == RDL_OP_YIELD))
        rdl_enabled_pass_over(t, spins ? RDL_CHOOSE_SPIN : RDL_CHOOSE_YIELD);
    sched_turn(t);
}

RDL_ASIDE void sched_point_flags(enum rdl_op op, const volatile void *addr,
                                 size_t size, uintptr_t pc, unsigned flags)
{
    sched_check_stack(rdl_self, pc);
    rdl_sharing_touch(addr, size, op != RDL_OP_ATOMIC_READ);
    sched_point(rdl_self, op, addr, size, pc, flags);
}
RDL_ASIDE_CALL(rdl_point_flags, sched_point_flags);

struct rdl_event *rdl_point_access(enum rdl_op op, const volatile void *addr,
                                   size_t size, uintptr_t pc, unsigned flags)
{
    struct rdl_thread *t = rdl_self;

    sched_check_stack(t, pc);
    rdl_sharing_access(addr, size, op == RDL_OP_WRITE,
                       flags == 0 && rdl_sched.n_enabled > 1);
    sched_point(t, op, addr, size, pc, flags);
    rdl_dead_stack_check(addr, size, op == RDL_OP_WRITE, pc);
    return &rdl_sched.last[t->tid];
}

struct rdl_event *rdl_point_private(enum rdl_op op, const volatile void *addr,
                                    size_t size, uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;
    struct rdl_event *e = &rdl_sched.last[t->tid];
    uint64_t rest = rdl_event_rest_of(op, t->tid, (uint32_t)size);
    bool spins;

    /* Otherwise the compiler recomputes it at every use. */
    __asm__("" : "+r"(e));
    sched_check_stack(t, pc);
    spins = sched_settle(t, e);
    if (unlikely(spins)) {
        sched_announce(t, op, addr, size, pc, 0);
        rdl_enabled_pass_over(t, RDL_CHOOSE_SPIN);
        sched_turn(t);
        return e;
    }
    e->pc = pc; /* taken at once: no other thread sees it pending */
    e->addr = (uintptr_t)addr;
    rdl_event_set_rest(e, rest);
    rdl_log_record(pc, (uintptr_t)addr, rest);
    rdl_sched.private_accesses++;
    rdl_steps++;
    if (unlikely(rdl_sched.n_passed > 0))
        rdl_enabled_recall_passed(t->tid);
    return e;
}

/* The calling thread has just taken the step `op`, which may be an access: is
 * there anything? */
static RDL_INLINE void sched_check_step(enum rdl_op op,
                                        const volatile void *addr, size_t size,
                                        uintptr_t pc)
{
    rdl_heap_check_step(op, addr, size, pc);
    if (rdl_op_in_memory(op))
        rdl_dead_stack_check(addr, size, rdl_op_effect(op) != RDL_READS, pc);
}

RDL_ASIDE void sched_point_plain(enum rdl_op op, const volatile void *addr,
                                 size_t size, uintptr_t pc)
{
    sched_point_flags(op, addr, size, pc, 0);
    sched_check_step(op, addr, size, pc);
}
RDL_ASIDE_CALL(rdl_point, sched_point_plain);

RDL_ASIDE bool sched_point_atomic(enum rdl_op op, const volatile void *addr,
                                  size_t size, uintptr_t pc,
                                  enum rdl_order order)
{
    if (unlikely(!rdl_controlled())) {
        if (unlikely(rdl_runs_free))
            rdl_noise_point(op, addr, size, pc);
        return false;
    }
    sched_point_flags(op, addr, size, pc, rdl_order_flags(order));
    sched_check_step(op, addr, size, pc);
    return true;
}
RDL_ASIDE_CALL(rdl_point_atomic, sched_point_atomic);

RDL_ASIDE enum rdl_woke sched_block(struct rdl_wait *wait, enum rdl_op op,
                                    uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;

    sched_settle_last(t);
    if (unlikely(t->n_held > 0) &&
        !rdl_detectors_have(rdl_shared->config.disabled,
                            RDL_DETECTOR_ID_held_while_blocking))
        rdl_wait_look_held(t, wait, pc);
    wait->began = rdl_virtual_ns;
    for (;;) {
        sched_announce(t, op, wait->object, 1, pc, wait->flags);
        rdl_wait_enter(t, wait);
        sched_turn(t);
        rdl_wait_leave(t, wait);
        if (!wait->interrupted || rdl_wait_ended(wait))
            break;
        /* Only a signal woke it: its handler runs now.  Then the wait continues
         * unless a signal ends this call. */
        wait->interrupted = false;
        if (rdl_attend(t) && wait->interruptible &&
            !(wait->restarts && rdl_signals_restart(t)))
            return RDL_WOKE_SIGNAL;
    }
    return rdl_wait_conclude(t, wait);
}
RDL_ASIDE_CALL(rdl_block, sched_block);
