/* thread.c - the table of virtual threads, and the locks they hold. */
#include "runtime/sched/sched.h"

#include "runtime/observe/tap.h"
#include "runtime/process/exit.h"
#include "runtime/rewind/persistent.h"
#include "runtime/rewind/stack.h"
#include "runtime/sync/sync.h"

#include <stdlib.h>
#include <string.h>

extern void *__libc_stack_end; /* the loader's: where main's stack begins */

static struct rdl_thread threads[RDL_MAX_THREADS];
static size_t limit = 1; /* one past the highest tid used */
static size_t n_live;
static uint32_t n_created;

RDL_KEEP_USED(threads, limit);

struct rdl_thread *rdl_thread_at(rdl_tid tid)
{
    return &threads[tid];
}

size_t rdl_thread_limit(void)
{
    return limit;
}

uint32_t rdl_thread_count(void)
{
    return n_created;
}

struct rdl_thread *rdl_thread_of(uintptr_t handle)
{
    int slot = rdl_donor_slot(handle);
    struct rdl_thread *t;

    if (slot < 0)
        return NULL;
    t = &threads[slot];
    return t->used && rdl_thread_handle(t) == handle ? t : NULL;
}

static bool has_foreign;

void rdl_thread_foreign(void)
{
    has_foreign = true;
}

struct rdl_thread *rdl_thread_given(uintptr_t handle, uintptr_t pc)
{
    struct rdl_thread *t = rdl_thread_of(handle);

    if (t == NULL && !has_foreign)
        rdl_misuse(RDL_NO_THREAD, (void *)handle, pc);
    return t;
}

static void thread_clear(struct rdl_thread *t, rdl_tid tid)
{
    struct rdl_donor *donor = t->donor;
    struct rdl_keys keys = t->keys; /* constructors set values of thread 0 */

    memset(t, 0, sizeof(*t));
    t->donor = donor;
    t->keys = keys;
    t->tid = tid;
    t->live = t->used = true;
    t->serial = n_created++;
    n_live++;
}

void rdl_thread_main(void)
{
    thread_clear(&threads[0], 0);
    limit = 1;
    rdl_donor_main();
    threads[0].started = true;
    threads[0].stack_floor = rdl_stack_floor();
    threads[0].stack_top = (uintptr_t)__libc_stack_end;
    rdl_sched.last[0] = (struct rdl_event){ .op = RDL_OP_START };
    rdl_self = &threads[0];
    rdl_sched_enable(rdl_self);
}

void rdl_thread_entry(void)
{
    struct rdl_thread *t = rdl_self;
    void *result;

    t->started = true;
    result = t->start(t->argument);
    rdl_keys_end_thread(t);
    rdl_thread_end(result);
}

struct rdl_thread *rdl_thread_new(void *(*start)(void *), void *argument,
                                  void *stack, size_t size)
{
    rdl_tid tid = 1; /* main's descriptor is not a donor's */
    struct rdl_thread *t;
    struct rdl_donor *donor;
    char *large = NULL;

    while (tid < limit && threads[tid].used)
        tid++;
    if (tid == RDL_MAX_THREADS)
        return NULL;
    t = &threads[tid];
    /* Taken already: making a donor may have to wait for the loader's lock,
     * and let another thread run. */
    t->used = true;
    t->tid = tid;
    if (tid == limit)
        limit++;
    donor = rdl_donor_get(tid);
    if (donor != NULL && stack == NULL && size > donor->stack_size)
        stack = large = rdl_donor_large_stack(tid, size);
    if (donor == NULL || (stack == NULL && size > donor->stack_size)) {
        t->used = false;
        return NULL;
    }
    thread_clear(t, tid);
    t->donor = donor;
    t->start = start;
    t->argument = argument;
    t->stack = stack != NULL ? stack : donor->stack;
    t->stack_size = stack != NULL ? size : donor->stack_size;
    t->stack_floor = stack == large ? (uintptr_t)t->stack : 0;
    t->stack_top = (uintptr_t)t->stack + t->stack_size;
    t->signals.mask = rdl_self->signals.mask; /* POSIX: inherited */
    /* The place of a thread's first step is its function; places are return
     * addresses, so one past its first byte. */
    rdl_sched.pending[tid] = (struct rdl_event){
        .pc = (uintptr_t)start + 1,
        .addr = rdl_thread_handle(t),
        .size = 1,
        .tid = tid,
        .op = RDL_OP_START,
    };
    rdl_sched.carrier->prepare(t, t->stack + t->stack_size, rdl_thread_entry);
    rdl_sched_enable(t);
    return t;
}

_Noreturn void rdl_thread_end(void *result)
{
    struct rdl_thread *t = rdl_self, *next;

    rdl_point(RDL_OP_EXIT, (void *)rdl_thread_handle(t), 1,
              (uintptr_t)t->start + 1);
    /* POSIX: as if by exit(0) when the last thread ends. */
    if (n_live == 1)
        rdl_exit(0, (uintptr_t)t->start + 1);
    rdl_sched_settle(t);
    rdl_mutex_thread_ends(t);
    t->result = result;
    t->live = false;
    n_live--;
    rdl_signals_thread_ends(t);
    rdl_sched_disable(t);
    if (t->detached)
        rdl_thread_reap(t);
    rdl_changed((void *)rdl_thread_handle(t));
    next = rdl_sched_decide();
    rdl_self = next;
    rdl_sched.carrier->leave(t, next);
}

void rdl_thread_reap(struct rdl_thread *t)
{
    ASSERT(!t->live);
    t->used = false;
}

void rdl_thread_forget_others(void)
{
    for (size_t i = 0; i < limit; i++) {
        if (&threads[i] != rdl_self && threads[i].used) {
            if (threads[i].live)
                n_live--;
            if (threads[i].wait != NULL)
                rdl_wait_leave(&threads[i], threads[i].wait);
            rdl_sched_disable(&threads[i]);
            threads[i].live = threads[i].used = false;
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

void rdl_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;

    /* A thread may hold any number; more than fit are not named. */
    if (t->n_held < RDL_MAX_HELD)
        t->held[t->n_held] =
            (struct rdl_held){ .lock = lock, .pc = pc, .flags = flags };
    t->n_held++;
    rdl_log_mix(rdl_name_of_data((uintptr_t)lock) + RDL_OP_HOLD);
    rdl_tap_hold(lock, flags, pc);
}

static bool thread_drop_held(struct rdl_thread *t, const volatile void *lock)
{
    size_t n = rdl_thread_named(t);

    for (size_t i = n; i > 0; i--) {
        if (t->held[i - 1].lock != lock)
            continue;
        memmove(&t->held[i - 1], &t->held[i],
                (n - i) * sizeof(struct rdl_held));
        t->n_held--;
        rdl_tap_unhold(t, lock);
        return true;
    }
    return false;
}

void rdl_unhold(const volatile void *lock)
{
    if (thread_drop_held(rdl_self, lock))
        return;
    /* Given back by another than its holder, where that is allowed. */
    for (size_t i = 0; i < limit; i++) {
        if (threads[i].live && thread_drop_held(&threads[i], lock))
            return;
    }
}
