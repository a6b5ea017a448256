/* engine_fiber.c - all virtual threads on one kernel thread.
 *
 * A switch is forty nanoseconds: registers, stack pointer, FS base.  Without
 * the FSGSBASE instructions the FS base costs a system call. */
#include "runtime/core/engine.h"

#include "runtime/machine/raw.h"
#include "runtime/machine/switch.h"

#include <linux/futex.h>
#include <sys/syscall.h>

static rdl_switch *switch_to;

static void fiber_adopt(struct rdl_thread *main)
{
    switch_to = rdl_switch_best();
    main->context.fs = main->donor->fs;
}

static void fiber_prepare(struct rdl_thread *t, char *top, void (*entry)(void))
{
    t->context.fs = t->donor->fs;
    rdl_switch_prepare(&t->context, top, entry);
}

static void fiber_resume(struct rdl_thread *from, struct rdl_thread *to)
{
    switch_to(&from->context, &to->context);
}

static __attribute__((noreturn)) void fiber_leave(struct rdl_thread *from,
                                                  struct rdl_thread *to)
{
    switch_to(&from->context, &to->context);
    __builtin_unreachable();
}

static __attribute__((noreturn)) void fiber_donate(struct rdl_donor *donor)
{
    __atomic_store_n(&donor->ready, 1, __ATOMIC_RELEASE);
    rdl_raw(SYS_futex, &donor->ready, FUTEX_WAKE, 1);
    rdl_raw(SYS_exit, 0);
    __builtin_unreachable();
}

const struct rdl_engine rdl_engine_fiber = {
    .name = "fiber",
    .adopt = fiber_adopt,
    .prepare = fiber_prepare,
    .resume = fiber_resume,
    .leave = fiber_leave,
    .donate = fiber_donate,
};
