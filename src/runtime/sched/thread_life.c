/* thread_life.c - creates and ends virtual threads, and tracks the locks they
 * hold. */
#include "runtime/explore/exploring.h"
#include "runtime/sched/enabled.h"
#include "runtime/sched/sched.h"

#include "base/hash.h"
#include "runtime/observe/tap.h"
#include "runtime/observe/wait_loop.h"
#include "runtime/core/stack.h"
#include "runtime/sched/thread_life.h"
#include "runtime/observe/log.h"
#include "runtime/sched/family.h"
#include "runtime/sched/needs.h"
#include "runtime/sched/wait.h"

#include <stdlib.h>
#include <string.h>

extern void *__libc_stack_end; /* the loader's: where main's stack begins */

static size_t n_live;
static uint32_t n_created;

uint32_t rdl_thread_count(void)
{
    return n_created;
}

/* An entry of the table, perhaps of a thread of an earlier execution. */
static void life_clear(struct rdl_thread *t, rdl_tid tid)
{
    struct rdl_donor *donor = t->donor;

    memset(t, 0, offsetof(struct rdl_thread, shadow));
    t->donor = donor;
    t->shadow.depth = 0;
    t->tid = tid;
    t->used = true;
}

static void life_begin(struct rdl_thread *t)
{
    t->live = true;
    t->serial =
        rdl_exploring && t->tid != 0 ? rdl_exploring_serial() : n_created;
    if (t->tid != 0) {
        rdl_self->made++;
        t->lineage = rdl_self->lineage == 0
                         ? rdl_self->made
                         : rdl_mix(rdl_self->lineage, rdl_self->made);
    }
    n_created++;
    n_live++;
}

void rdl_thread_main(void)
{
    life_clear(&rdl_threads[0], 0);
    life_begin(&rdl_threads[0]);
    rdl_threads_limit = 1;
    rdl_donor_main();
    rdl_threads[0].started = true;
    rdl_threads[0].stack_floor = rdl_stack_floor();
    rdl_threads[0].stack_top = (uintptr_t)__libc_stack_end;
    rdl_sched.last[0] = (struct rdl_event){ .op = RDL_OP_START };
    rdl_self = &rdl_threads[0];
    rdl_sched_enable(rdl_self);
}

void rdl_thread_entry(void)
{
    struct rdl_thread *t = rdl_self;
    void *result;

    t->started = true;
    result = (void *)rdl_switch_call((uintptr_t)t->start,
                                     (uintptr_t)t->argument, 0, 0);
    rdl_families_thread_leaves(t);
    rdl_thread_end(result);
}

/* Threads that the C++ library starts (std::thread) all have one start
 * function, its own, so different ones count as equal, too.  Only the shares of
 * `auto` depend on it. */
static void life_count_alike(void *(*start)(void *))
{
    size_t n = 0;

    for (rdl_tid tid = 1; tid < rdl_threads_limit; tid++)
        n += rdl_threads[tid].live && rdl_threads[tid].start == start;
    if (n > rdl_sched.most_alike)
        rdl_sched.most_alike = n;
}

/* Of the next thread: that of one that is gone, or else a new one. */
static rdl_tid life_number(void)
{
    rdl_tid tid = 1; /* the main thread's descriptor is not a donor's */

    while (tid < rdl_threads_limit && rdl_threads[tid].used)
        tid++;
    if (tid < rdl_threads_limit && rdl_threads_limit < RDL_MAX_THREADS &&
        rdl_choose(RDL_CHOOSE_IDENTITY, 2) != 0)
        tid = rdl_threads_limit;
    return tid;
}

RDL_ASIDE struct rdl_thread *life_new(void *(*start)(void *), void *argument,
                                      void *stack, size_t size)
{
    rdl_tid tid = life_number();
    struct rdl_thread *t;
    struct rdl_donor *donor;
    char *large = NULL;

    if (tid == RDL_MAX_THREADS)
        return NULL;
    t = &rdl_threads[tid];
    /* Before the donor is made: that may have to wait for the loader's lock and
     * let another thread run. */
    life_clear(t, tid);
    if (tid == rdl_threads_limit)
        rdl_threads_limit++;
    donor = rdl_donor_get(tid);
    if (donor != NULL && stack == NULL && size > donor->stack_size)
        stack = large = rdl_donor_large_stack(tid, size);
    if (donor == NULL || (stack == NULL && size > donor->stack_size)) {
        t->used = false;
        t->donor = NULL;
        return NULL;
    }
    life_begin(t);
    t->donor = donor;
    t->aside = donor->aside;
    t->start = start;
    t->argument = argument;
    life_count_alike(start);
    t->stack = stack != NULL ? stack : donor->stack;
    t->stack_size = stack != NULL ? size : donor->stack_size;
    t->stack_floor = stack == large ? (uintptr_t)t->stack : 0;
    t->stack_top = (uintptr_t)t->stack + t->stack_size;
    rdl_families_thread_new(t);
    /* The place of a thread's first step is its function.  Places are return
     * addresses, hence one past its first byte. */
    rdl_sched.pending[tid] = (struct rdl_event){
        .pc = (uintptr_t)start + 1,
        .addr = rdl_thread_handle(t),
        .size = 1,
        .tid = tid,
        .op = RDL_OP_START,
    };
    rdl_sched.engine->prepare(t, t->stack + t->stack_size, rdl_thread_entry);
    rdl_sched_enable(t);
    return t;
}
RDL_ASIDE_CALL(rdl_thread_new, life_new);

/* Aside: the next thread on this stack, or another one that has a pointer into
 * it, may look at what is left there. */
RDL_ASIDE void life_leave(struct rdl_thread *t, void *result)
{
    struct rdl_thread *next;

    rdl_sched_settle(t);
    rdl_wait_loop_leaves();
    rdl_families_thread_ends(t);
    t->result = result;
    t->live = false;
    n_live--;
    rdl_families_thread_ended(t);
    rdl_sched_disable(t);
    if (t->detached)
        rdl_thread_reap(t);
    rdl_changed((void *)rdl_thread_handle(t));
    next = rdl_sched_decide();
    rdl_thread_run(next);
    rdl_sched.engine->leave(t, next);
}
_Noreturn void rdl_thread_depart(struct rdl_thread *t, void *result);
RDL_ASIDE_CALL(rdl_thread_depart, life_leave);

_Noreturn void rdl_thread_end(void *result)
{
    struct rdl_thread *t = rdl_self;

    rdl_point(RDL_OP_EXIT, (void *)rdl_thread_handle(t), 1,
              (uintptr_t)t->start + 1);
    /* POSIX: as if by exit(0) when the last thread ends. */
    if (n_live == 1)
        rdl_exit(0, (uintptr_t)t->start + 1);
    rdl_thread_depart(t, result);
}

void rdl_thread_reap(struct rdl_thread *t)
{
    ASSERT(!t->live);
    t->used = false;
}

void rdl_thread_forget_others(void)
{
    for (size_t i = 0; i < rdl_threads_limit; i++) {
        if (&rdl_threads[i] != rdl_self && rdl_threads[i].used) {
            if (rdl_threads[i].live)
                n_live--;
            if (rdl_threads[i].wait != NULL)
                rdl_wait_leave(&rdl_threads[i], rdl_threads[i].wait);
            rdl_sched_disable(&rdl_threads[i]);
            rdl_threads[i].live = rdl_threads[i].used = false;
        }
    }
}

size_t rdl_thread_frames(const struct rdl_thread *t, uintptr_t *out, size_t max)
{
    const struct rdl_shadow *s = &t->shadow;
    size_t n = 0, i = s->depth;

    if (i > RDL_SHADOW_DEPTH)
        i = RDL_SHADOW_DEPTH;
    if (n < max)
        out[n++] = rdl_sched_place(t);
    while (i > 0 && n < max)
        out[n++] = s->frames[--i].pc;
    return n;
}

RDL_ASIDE void life_hold(const volatile void *lock, unsigned flags,
                         uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;

    /* A thread may hold any number of locks; the list names those that fit. */
    if (t->n_held < RDL_MAX_HELD)
        t->held[t->n_held] =
            (struct rdl_held){ .lock = lock, .pc = pc, .flags = flags };
    t->n_held++;
    rdl_n_held++;
    rdl_log_mix(rdl_name_of_data((uintptr_t)lock) + RDL_OP_HOLD);
    rdl_tap_hold(lock, flags, pc);
}
RDL_ASIDE_CALL(rdl_hold, life_hold);

static bool life_drop_held(struct rdl_thread *t, const volatile void *lock)
{
    size_t n = rdl_thread_named(t);

    for (size_t i = n; i > 0; i--) {
        if (t->held[i - 1].lock != lock)
            continue;
        if (unlikely(i < n)) /* mostly it is the latest */
            memmove(&t->held[i - 1], &t->held[i],
                    (n - i) * sizeof(struct rdl_held));
        t->n_held--;
        rdl_n_held--;
        rdl_tap_unhold(t, lock);
        return true;
    }
    return false;
}

RDL_ASIDE void life_unhold(const volatile void *lock)
{
    if (life_drop_held(rdl_self, lock))
        return;
    /* A thread other than the holder may release it, where that is allowed. */
    for (size_t i = 0; i < rdl_threads_limit; i++) {
        if (rdl_threads[i].live && life_drop_held(&rdl_threads[i], lock))
            return;
    }
}
RDL_ASIDE_CALL(rdl_unhold, life_unhold);
