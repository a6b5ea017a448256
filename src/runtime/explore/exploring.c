/* exploring.c - see exploring.h. */
#include "runtime/explore/exploring.h"

#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/explore/exploring_parts.h"
#include "runtime/explore/knowledge.h"
#include "runtime/explore/loops.h"
#include "runtime/explore/touches.h"
#include "runtime/observe/log.h"
#include "runtime/observe/sharing.h"

#include <string.h>

bool rdl_exploring;

struct rdl_exploring_now rdl_exploring_now;
/* Cleared where an exploring execution begins. */
RDL_PERSISTENT(rdl_exploring_now);

/* In the memory that outlives executions; attached at the beginning of each. */
struct rdl_reach *rdl_exploring_reach;
struct rdl_explore *rdl_exploring_explore;
RDL_PERSISTENT(rdl_exploring_reach);
RDL_PERSISTENT(rdl_exploring_explore);

/* --- Trouble -------------------------------------------------------------- */

void rdl_exploring_trouble(enum rdl_reach_reason why, uintptr_t pc,
                           unsigned what)
{
    struct rdl_reach_trouble *t = &rdl_exploring_reach->trouble[why];

    if (!t->set)
        *t = (struct rdl_reach_trouble){ .set = true, .pc = pc, .what = what };
    rdl_exploring_now.left = true;
}

/* --- An execution begins and ends ----------------------------------------- */

static size_t exploring_room(void)
{
    return rdl_reach_room(rdl_shared->regions[RDL_EXPLORE_BYTES].capacity);
}

static enum rdl_explore_bound exploring_bound(void)
{
    return (enum rdl_explore_bound)rdl_shared->config.explore_bound;
}

static void exploring_restart(void)
{
    struct rdl_reach *r = rdl_exploring_reach;

    rdl_exploring_explore =
        rdl_explore_open(rdl_reach_arena(r), exploring_room(),
                         exploring_bound(), rdl_shared->config.explore_most);
    ASSERT(rdl_exploring_explore != NULL);
    r->ended = r->deadlocks = r->blocked = r->failed = 0;
    r->abandoned = r->schedules = 0;
    memset(r->by, 0, sizeof(r->by));
    r->progress = (struct rdl_explore_progress){ .share = 0 };
    r->progress_at = 0;
}

void rdl_exploring_begin(void)
{
    rdl_exploring = rdl_sched.strategy->explores && !rdl_log.replays &&
                    rdl_shared->regions[RDL_EXPLORE_BYTES].capacity > 0;
    if (!rdl_exploring)
        return;
    rdl_exploring_reach = rdl_shared_data(rdl_shared, RDL_EXPLORE_BYTES);
    memset(&rdl_exploring_now, 0, sizeof(rdl_exploring_now));
    rdl_loops_begin();
    rdl_touches_begin();
    if (!rdl_exploring_reach->open) {
        rdl_exploring_reach->open = true;
        rdl_exploring_reach->n_threads = 1;
        rdl_exploring_reach->knows_all = true;
        exploring_restart();
    }
    rdl_exploring = !rdl_exploring_reach->done;
    if (!rdl_exploring)
        return;
    rdl_exploring_explore =
        rdl_explore_attach(rdl_reach_arena(rdl_exploring_reach),
                           exploring_room(), exploring_bound());
    rdl_sharing.all = true;
    if (!rdl_sharing.notes)
        rdl_exploring_trouble(RDL_REACH_UNSHARED, 0, 0);
    if (rdl_exploring_reach->running) {
        rdl_exploring_reach->lost = true;
        rdl_exploring = false;
        rdl_shared->outcome.explored = 1;
        return;
    }
    rdl_knowledge_begin(rdl_exploring_reach);
    rdl_exploring_reach->running = true;
    rdl_exploring_reach->executions++;
    rdl_explore_begin(rdl_exploring_explore);
}

static void exploring_close_step(void)
{
    if (!rdl_exploring_now.open || rdl_exploring_now.left)
        return;
    rdl_exploring_check_inits();
    if (rdl_exploring_now.left)
        return;
    rdl_exploring_now.open = false;
    rdl_explore_step(rdl_exploring_explore, &rdl_exploring_now.step);
}

/* What t's pending event touches; false: that is not known to exploration. */
static bool exploring_touches(const struct rdl_thread *t,
                              const struct rdl_event *e, struct rdl_step *step)
{
    if (rdl_touches_of(t, e, step))
        return true;
    rdl_exploring_trouble(RDL_REACH_OPERATOR, e->pc, e->op);
    return false;
}

/* What the threads that could not go on, or were not asked any more, would have
 * done. */
static void exploring_collect(void)
{
    for (size_t i = 0; i < rdl_sched.n_enabled && !rdl_exploring_now.left;
         i++) {
        const rdl_tid tid = rdl_sched.enabled[i];
        const struct rdl_thread *t = rdl_thread_at(tid);

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

/* The process ends in the step that is being taken. */
static void exploring_ends_process(void)
{
    if (!rdl_exploring_now.open || rdl_exploring_now.left ||
        rdl_exploring_now.stuck)
        return;
    rdl_exploring_now.step.world = true;
    exploring_collect();
}

/* `level`: of the bound, in this execution. */
static void exploring_count(bool found, uint32_t level)
{
    if (rdl_exploring_now.left || !rdl_explore_fresh(rdl_exploring_explore))
        return;
    if (!rdl_exploring_now.blocked && level < RDL_REACH_LEVELS)
        rdl_exploring_reach->by[level]++;
    if (rdl_exploring_now.blocked)
        rdl_exploring_reach->blocked++;
    else if (rdl_exploring_now.stuck)
        rdl_exploring_reach->deadlocks++;
    else
        rdl_exploring_reach->ended++;
    if (found)
        rdl_exploring_reach->failed++;
}

/* Executions between two looks at how much is done: it costs about as much as
 * ten steps. */
#define LOOKS 64

static void exploring_explored(void)
{
    const struct rdl_explore_counts c =
        rdl_explore_counts(rdl_exploring_explore);

    rdl_exploring_reach->abandoned = c.abandoned;
    rdl_exploring_reach->wrong = c.wrong;
    rdl_exploring_reach->memory = c.memory;
    rdl_exploring_reach->used = c.used;
    rdl_exploring_reach->lean = c.lean;
    rdl_exploring_reach->schedules = c.schedules;
    rdl_exploring_reach->level = rdl_explore_level(rdl_exploring_explore);
    /* A search with a bound has no tree. */
    if (c.executions % LOOKS == 0 && !rdl_exploring_reach->done &&
        exploring_bound() == RDL_BOUND_NONE) {
        rdl_exploring_reach->progress =
            rdl_explore_progress(rdl_exploring_explore);
        rdl_exploring_reach->progress_at = c.executions;
    }
    if (rdl_explore_trouble(rdl_exploring_explore) == RDL_EXPLORE_MEMORY)
        rdl_exploring_trouble(RDL_REACH_MEMORY, 0, 0);
    if (rdl_explore_trouble(rdl_exploring_explore) == RDL_EXPLORE_PREDICTION)
        rdl_exploring_trouble(RDL_REACH_PREDICTION, 0, 0);
}

static void exploring_finish(bool found)
{
    uint32_t level;

    if (rdl_exploring_now.stuck && !rdl_exploring_now.blocked &&
        !found) /* and yet it came to its end */
        rdl_exploring_trouble(RDL_REACH_TIME, 0, 0);
    if (rdl_sharing.notes && rdl_sharing_full())
        rdl_exploring_trouble(RDL_REACH_UNSHARED, 0, 0);
    if (rdl_exploring_now.left && rdl_reach_troubled(rdl_exploring_reach)) {
        rdl_exploring_reach->done = true;
        return;
    }
    if (rdl_sharing.learnt || rdl_exploring_now.again) {
        if (rdl_sharing.learnt)
            rdl_knowledge_learnt(rdl_exploring_reach);
        rdl_exploring_reach->restarts++;
        exploring_restart();
        return;
    }
    level = rdl_explore_level(rdl_exploring_explore);
    rdl_exploring_reach->done =
        !rdl_explore_end(rdl_exploring_explore, rdl_exploring_now.waiting,
                         rdl_exploring_now.n_waiting);
    exploring_count(found, level);
    exploring_explored();
    rdl_exploring_reach->done |= rdl_reach_troubled(rdl_exploring_reach);
}

void rdl_exploring_end(bool found, bool cut)
{
    if (!rdl_exploring)
        return;
    rdl_exploring = false;
    rdl_exploring_reach->running = false;
    if (cut)
        rdl_exploring_trouble(RDL_REACH_CUT, rdl_sched.last[rdl_self->tid].pc,
                              0);
    exploring_ends_process();
    exploring_close_step();
    exploring_finish(found);
    rdl_shared->outcome.explored = rdl_exploring_reach->done;
}

/* --- A decision ----------------------------------------------------------- */

static bool exploring_is_silent(const struct rdl_event *e)
{
    return rdl_op_class((enum rdl_op)e->op) == RDL_CLASS_PLAIN &&
           !rdl_sharing_any(e->addr, e->size);
}

/* Not explored: a thread runs as long as it can. */
static rdl_tid exploring_anybody(void)
{
    return rdl_thread_at(rdl_sched.current)->enabled ? rdl_sched.current
                                                     : rdl_sched.enabled[0];
}

/* The step of each enabled thread; the threads whose step is possible, by
 * serial.  0 with rdl_exploring_now.left: a step is not known to exploration.
 */
static size_t exploring_possible(rdl_tid *can, rdl_tid *tids)
{
    struct rdl_step step;
    size_t n = 0;

    for (size_t i = 0; i < rdl_sched.n_enabled; i++) {
        const rdl_tid tid = rdl_sched.enabled[i];
        const struct rdl_thread *t = rdl_thread_at(tid);
        const struct rdl_event *e = &rdl_sched.pending[tid];
        size_t at = n;

        if (rdl_loops_blocked(t))
            continue;
        if (t->serial >= RDL_EXPLORE_TICKER) {
            rdl_exploring_trouble(RDL_REACH_MEMORY, e->pc, 0);
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
    return tid;
}

/* The calling thread has announced its next step. */
static void exploring_look_for_loop(void)
{
    const struct rdl_thread *t = rdl_self;

    if (!t->enabled || t->wait != NULL)
        return;
    switch (
        rdl_loops_visit(t, &rdl_sched.pending[t->tid], rdl_exploring_reach)) {
    case RDL_LOOP_NONE:
        break;
    case RDL_LOOP_NEW:
        rdl_exploring_now.again = true;
        break;
    case RDL_LOOP_RECURS:
        rdl_exploring_now.blocked = true;
        break;
    }
}

/* Most steps are those of the execution before: what other threads could do
 * there is known. */
static rdl_tid exploring_follow(void)
{
    const rdl_tid serial = rdl_explore_follows(rdl_exploring_explore);

    for (size_t i = 0; serial != RDL_EXPLORE_NOBODY && i < rdl_sched.n_enabled;
         i++) {
        const rdl_tid tid = rdl_sched.enabled[i];
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
    if (rdl_thread_at(current)->enabled &&
        exploring_is_silent(&rdl_sched.pending[current]))
        return current;
    exploring_close_step();
    exploring_look_for_loop();
    next = exploring_follow();
    if (next != RDL_EXPLORE_NOBODY)
        return next;
    n = exploring_possible(can, tids);
    if (rdl_exploring_now.left)
        return exploring_anybody();
    if (n == 0 && rdl_exploring_now.blocked && rdl_sched.timed) {
        rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.pending[current].pc, 0);
        return exploring_anybody();
    }
    if (n == 0) {
        rdl_exploring_now.stuck = true;
        exploring_collect();
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
    exploring_collect(); /* source sets need it */
    rdl_exploring_now.left = true;
    return rdl_explore_trouble(rdl_exploring_explore) == RDL_EXPLORE_FINE
               ? RDL_EXPLORE_NOBODY
               : exploring_anybody();
}

/* Which waiters the signal may wake. */
static const uint64_t *exploring_wakes(unsigned n)
{
    unsigned k = 0;
    const struct rdl_wait *w;

    for (size_t i = 0;
         k < n && (w = rdl_waiter((void *)rdl_exploring_now.object, i)) != NULL;
         i++) {
        if (w->released || w->expired || w->spurious || w->cancelled)
            continue;
        rdl_exploring_now.wakes[k++] =
            w->thread->serial < RDL_EXPLORE_THREADS
                ? UINT64_C(1) << w->thread->serial
                : 0;
    }
    return rdl_exploring_now.wakes;
}

/* --- Time ----------------------------------------------------------------- */

/* A tick comes after all that was, and what it wakes comes after it.  A thread
 * that could not step before it may step earlier in another trace: it races
 * with what came before the tick. */
void rdl_exploring_tick(void)
{
    const rdl_tid ticker = RDL_EXPLORE_TICKER;
    struct rdl_step step;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck)
        return;
    exploring_close_step();
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
static bool exploring_idle(void)
{
    rdl_tid can[RDL_EXPLORE_THREADS], tids[RDL_EXPLORE_THREADS];
    const rdl_tid current = rdl_sched.current;

    if (rdl_exploring_now.left || rdl_exploring_now.stuck ||
        (rdl_thread_at(current)->enabled &&
         exploring_is_silent(&rdl_sched.pending[current])))
        return false;
    exploring_close_step();
    if (exploring_possible(can, tids) > 0 || rdl_exploring_now.left ||
        exploring_timed_call())
        return false;
    if (rdl_exploring_now.blocked) { /* the sleeper may end its loop */
        rdl_exploring_trouble(RDL_REACH_TIME, rdl_sched.pending[current].pc, 0);
        return false;
    }
    rdl_exploring_tick();
    return !rdl_exploring_now.left;
}

/* Each thread has a number of its own: a common one would make waits of
 * different threads depend on each other. */
static unsigned exploring_choose_spurious(unsigned n)
{
    uint32_t *taken = &rdl_exploring_now.spurious[rdl_exploring_now.by->serial];
    unsigned value;

    if (*taken >= rdl_shared->config.explore_spurious)
        return 0;
    value = rdl_explore_choose(rdl_exploring_explore, n, NULL);
    *taken += value;
    return value;
}

unsigned rdl_exploring_choose(enum rdl_choice_kind kind, unsigned n)
{
    if (kind != RDL_CHOOSE_WAITER)
        rdl_exploring_reach->unexplored |= UINT32_C(1) << kind;
    if (kind == RDL_CHOOSE_TIME)
        return exploring_idle();
    if (rdl_exploring_now.left || !rdl_exploring_now.open)
        return 0;
    if (kind == RDL_CHOOSE_SPURIOUS)
        return exploring_choose_spurious(n);
    if (kind != RDL_CHOOSE_WAITER)
        return 0;
    if (n > RDL_EXPLORE_THREADS) {
        rdl_exploring_trouble(RDL_REACH_MEMORY, 0, 0);
        return 0;
    }
    return rdl_explore_choose(rdl_exploring_explore, n, exploring_wakes(n));
}

uint32_t rdl_exploring_serial(void)
{
    const uint32_t creator = rdl_self->serial;
    const uint32_t n = creator < RDL_EXPLORE_THREADS
                           ? rdl_exploring_now.made[creator]++
                           : UINT32_MAX;

    for (uint32_t i = 1; i < rdl_exploring_reach->n_threads; i++) {
        if (rdl_exploring_reach->thread[i].creator == creator &&
            rdl_exploring_reach->thread[i].n == n)
            return i;
    }
    if (rdl_exploring_reach->n_threads == RDL_EXPLORE_THREADS) {
        rdl_exploring_trouble(RDL_REACH_MEMORY, 0, 0);
        return RDL_EXPLORE_THREADS;
    }
    rdl_exploring_reach->thread[rdl_exploring_reach->n_threads] =
        (struct rdl_reach_thread){ .creator = creator, .n = n };
    return rdl_exploring_reach->n_threads++;
}

void rdl_exploring_forced(const struct rdl_event *e)
{
    if (!rdl_exploring_now.left && !rdl_exploring_now.stuck &&
        !exploring_is_silent(e))
        rdl_exploring_trouble(RDL_REACH_FORCED, e->pc, 0);
}
