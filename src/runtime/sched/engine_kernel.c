/* engine_kernel.c - each virtual thread on its own kernel thread; one runs at a
 * time.
 *
 * For debugging: a debugger sees real threads with real stacks.  A futex passes
 * the turn; all threads are pinned to one CPU, where that is cheapest. */
#include "runtime/core/engine.h"

#include "runtime/machine/raw.h"
#include "runtime/machine/switch.h"
#include "runtime/sched/family.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>

static void kernel_await(int *word)
{
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == 0)
        rdl_raw(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, NULL);
    __atomic_store_n(word, 0, __ATOMIC_RELAXED);
    rdl_families_kernel_turn();
}

static void kernel_give(int *word)
{
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
    rdl_raw(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1);
}

static void kernel_pin_to_one_cpu(void)
{
    unsigned long mask[16] = { 0 };
    unsigned cpu = 0;

    rdl_raw(SYS_getcpu, &cpu, NULL, NULL);
    if (cpu >= sizeof(mask) * 8)
        return;
    mask[cpu / 64] = 1ul << cpu % 64;
    rdl_raw(SYS_sched_setaffinity, 0, sizeof(mask), mask);
}

static void kernel_adopt(struct rdl_thread *main)
{
    (void)main;
    kernel_pin_to_one_cpu();
}

/* At its first resume t's kernel thread waits for a job, not for its turn. */
static void kernel_prepare(struct rdl_thread *t, char *top, void (*entry)(void))
{
    t->context.turn = 0;
    t->donor->top = top;
    t->donor->entry = entry;
    t->context.sp = NULL; /* not running yet */
}

static void kernel_pass_turn(struct rdl_thread *to)
{
    if (to->context.sp == NULL && to->tid != 0) {
        to->context.sp = to->donor->top;
        kernel_give(&to->donor->job);
        return;
    }
    kernel_give(&to->context.turn);
}

static void kernel_resume(struct rdl_thread *from, struct rdl_thread *to)
{
    kernel_pass_turn(to);
    kernel_await(&from->context.turn);
}

static struct {
    struct rdl_donor *donor; /* of the thread that ended */
    struct rdl_thread *to;
} leaving;

/* The kernel thread of an ended thread waits for its donor's next thread. */
static void kernel_hand_over(void)
{
    struct rdl_donor *d = leaving.donor;

    kernel_pass_turn(leaving.to);
    kernel_await(&d->job);
    rdl_switch_abandon(d->top, d->entry);
}

/* Not on the thread's stack: one from the target, or a large one, may be
 * unmapped as soon as another thread has the turn. */
static __attribute__((noreturn)) void kernel_leave(struct rdl_thread *from,
                                                   struct rdl_thread *to)
{
    leaving.donor = from->donor;
    leaving.to = to;
    if (from->tid != 0)
        rdl_switch_abandon(from->donor->aside, kernel_hand_over);
    kernel_hand_over();
    __builtin_unreachable();
}

static __attribute__((noreturn)) void kernel_donate(struct rdl_donor *donor)
{
    __atomic_store_n(&donor->ready, 1, __ATOMIC_RELEASE);
    rdl_raw(SYS_futex, &donor->ready, FUTEX_WAKE, 1);
    kernel_await(&donor->job);
    rdl_families_kernel_thread();
    rdl_switch_abandon(donor->top, donor->entry);
}

const struct rdl_engine rdl_engine_kernel = {
    .name = "kernel",
    .keeps_kernel_threads = true,
    .adopt = kernel_adopt,
    .prepare = kernel_prepare,
    .resume = kernel_resume,
    .leave = kernel_leave,
    .donate = kernel_donate,
};
