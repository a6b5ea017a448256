/* kernel_handlers.c - the handlers that the kernel calls.
 *
 * Every signal that could end the process, or that the target handles, has a
 * handler of ours; ignored signals stay ignored for the kernel too, so that
 * children inherit that.  Our handlers run on a stack of the runtime (one per
 * kernel thread), because a fault may be a stack overflow, and never switch
 * threads there.  The exception is an execution that ends in one: it shows all
 * stacks (sched/stacks.c). */
#include "runtime/signals/kernel_handlers.h"

#include "runtime/syscalls/dispatch.h"
#include "runtime/core/address_space.h"
#include "runtime/core/aside.h"
#include "runtime/core/closed_stack.h"
#include "runtime/core/guard.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/sigframe.h"
#include "runtime/rewind/image/image.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/signals/calls.h"
#include "runtime/signals/handled.h"
#include "runtime/core/modules.h"
#include "runtime/core/state.h"
#include "runtime/observe/unwind.h"
#include "runtime/sched/finish.h"

#include <string.h>
#include <sys/syscall.h>

#define OWN_STACK (UINT64_C(128) << 10)
#define MASK_SIZE 8
#define FRAME_MOST 16384 /* includes all extended registers */

/* Signals that the running code causes.  Also SIGABRT, because without dispatch
 * the C library's own abort really raises it. */
static bool handlers_is_fault(int signo)
{
    return signo == SIGSEGV || signo == SIGBUS || signo == SIGFPE ||
           signo == SIGILL || signo == SIGTRAP || signo == SIGABRT;
}

static bool handlers_is_sent(int signo, const siginfo_t *info)
{
    return info->si_code <= 0 &&
           !(signo == SIGABRT && rdl_signals_from_inside(info));
}

/* What the kernel has for each signal, once it was set: most actions of the
 * target make no difference to it. */
static struct rdl_action installed[RDL_SIGNAL_WATCHDOG + 1];
static uint64_t is_installed;

RDL_PERSISTENT(installed);
RDL_PERSISTENT(is_installed);

static void handlers_install(int signo, const struct rdl_action *act)
{
    if ((is_installed & RDL_SIGNAL_BIT(signo)) != 0 &&
        memcmp(&installed[signo], act, sizeof(*act)) == 0)
        return;
    is_installed |= RDL_SIGNAL_BIT(signo);
    installed[signo] = *act;
    rdl_raw(SYS_rt_sigaction, signo, act, NULL, MASK_SIZE);
}

static void handlers_set_real(int signo, rdl_sigframe_function *function,
                              uint64_t flags)
{
    const struct rdl_action act = {
        .handler.full = function,
        .flags = flags | SA_SIGINFO | SA_ONSTACK | RDL_SA_RESTORER,
        .restorer = (uintptr_t)rdl_sigframe_restorer,
    };

    handlers_install(signo, &act);
}

static void handlers_set_plain(int signo, void (*handler)(int))
{
    const struct rdl_action act = { .handler.plain = handler };

    handlers_install(signo, &act);
}

/* --- Faults --------------------------------------------------------------- */

/* The target's handler has returned to a fault's frame. */
static void handlers_fault_handled(void *context)
{
    struct rdl_thread *t = rdl_self;

    if (t->in_handler_stack)
        rdl_signals_leave_alternate(t);
    if (rdl_aside_holds(rdl_sigframe_sp(context)))
        rdl_aside_raise(t);
    rdl_signals_leave_handler(t, rdl_sigframe_mask(context));
    rdl_handled_returned();
    rdl_libc_resume(rdl_signals_of(t)->libc_depth);
}

/* The place of a fault.  Places are return addresses, at least one past the
 * instruction's first byte.  The runtime faults where it touches memory for the
 * target: the hook of an access just before the access, a wrapper that looks
 * for the end of a string even before its step.  So the place is that of the
 * call, or the latest step if the stack is destroyed. */
static uintptr_t handlers_place(const struct rdl_thread *t, const void *context)
{
    const uintptr_t pc = rdl_sigframe_pc(context);
    uintptr_t found;

    if (!rdl_dispatch_own_text(pc))
        return pc + 1;
    found = rdl_unwind_target();
    return found != 0 ? found : rdl_sched.last[t->tid].pc;
}

/* Runs the target's handler as the kernel would, on the stack that it
 * requested. False: there is no space for its frame. */
static bool handlers_hand_over(struct rdl_thread *t, int signo,
                               const siginfo_t *info, void *context)
{
    uint64_t before = rdl_signals_of(t)->mask;
    struct rdl_action act = rdl_signals_enter_handler(t, signo);
    uintptr_t sp = rdl_sigframe_sp(context);
    const uintptr_t pc = handlers_place(t, context);
    bool pushed;

    if (rdl_aside_holds(sp)) { /* in a hook */
        uintptr_t there = rdl_aside_sp(t);

        rdl_aside_lower(t, sp);
        sp = there;
    }
    if (rdl_signals_takes_alternate(t, &act))
        sp = (uintptr_t)rdl_signals_enter_alternate(t);
    pushed = rdl_sigframe_push(context, info, sp, before, act.handler.full,
                               handlers_fault_handled, rdl_image_touch);
    if (pushed)
        rdl_handled_begins(&(struct rdl_handled_failure){
            .kind = signo == SIGABRT ? RDL_AT_ABORT : RDL_AT_SIGNAL,
            .signo = signo,
            .pc = pc,
            .addr = (uintptr_t)info->si_addr,
            .handler = act.handler.word,
        });
    rdl_signals_of(t)->libc_depth = rdl_libc_suspend();
    return pushed;
}

/* The fault that ends the process, and the progress of its report: a report may
 * fault too. */
static struct {
    siginfo_t info;
    uintptr_t pc;
    enum { NONE, ENDING, LEAVING, DYING } stage;
} last;

/* The runtime cannot report the fault: most likely the target overwrote the
 * runtime's memory.  So the process dies as it would without raddle; the driver
 * reports the signal and this reason, and starts another process. */
static _Noreturn void handlers_die_unreported(void)
{
    int signo = last.info.si_signo;

    if (last.stage != DYING) {
        last.stage = DYING; /* rdl_note may fault as well */
        rdl_note(RDL_NOTE_RUNTIME_FAULT,
                 "a signal ended an execution, and raddle's own code faulted "
                 "while it recorded that: the program wrote over raddle's "
                 "memory, or this is an error in raddle (then please report "
                 "it)",
                 0);
    }
    rdl_signals_kill_self(handlers_is_fault(signo) ? signo : SIGSEGV);
}

static _Noreturn void handlers_end_by_fault(void)
{
    if (last.stage < LEAVING && rdl_sched.ending) {
        last.stage = LEAVING; /* the finding is complete */
        rdl_finish(RDL_FOUND, RDL_EXIT_FOUND);
    }
    if (last.stage != NONE)
        handlers_die_unreported();
    last.stage = ENDING;
    last.pc = rdl_unwind_place(last.pc);
    rdl_signals_die(last.info.si_signo, &last.info, last.pc,
                    /*outside=*/false);
}

/* There is no instruction at the pc: a call through a bad pointer.  The only
 * useful place is that of the call. */
static void handlers_place_wild_call(void *context)
{
    if (rdl_sigframe_uncall(context))
        last.pc = rdl_sigframe_pc(context);
}

/* Did the fault only occur because a watched page was protected, against the
 * interrupted code or against the kernel writing a trap's frame there?  The
 * target may use any memory as a stack. */
static bool handlers_is_trackers(const siginfo_t *info, void *context)
{
    uintptr_t sp = rdl_sigframe_sp(context);

    if (info->si_code == SI_KERNEL)
        return rdl_image_touch((void *)(sp - FRAME_MOST), FRAME_MOST) &&
               rdl_sigframe_redo_trap(context);
    return rdl_closed_stacks_fault((uintptr_t)info->si_addr) ||
           rdl_image_fault((uintptr_t)info->si_addr);
}

static void handlers_fault(int signo, siginfo_t *info, void *context)
{
    struct rdl_thread *t = rdl_self;

    rdl_sigframe_no_alignment_check();
    if (handlers_is_sent(signo, info)) {
        rdl_signals_caught(signo, info, context);
        return;
    }
    if (signo == SIGSEGV && handlers_is_trackers(info, context))
        return;
    rdl_guard_leave();
    if (!rdl_active) {
        handlers_set_plain(signo, SIG_DFL); /* and the fault repeats */
        return;
    }
    if (last.stage != NONE)
        handlers_end_by_fault();
    t->write_due = 0; /* the faulting write did not happen */
    if (!rdl_sched.ending && rdl_signals_handled(t, signo) &&
        handlers_hand_over(t, signo, info, context))
        return;
    last.info = *info;
    last.pc = handlers_place(t, context);
    if (rdl_sigframe_pc(context) == (uintptr_t)info->si_addr &&
        rdl_module_of(last.pc) == NULL)
        rdl_guard_run(handlers_place_wild_call, context);
    handlers_end_by_fault();
}

/* --- The kernel's actions ------------------------------------------------- */

void rdl_signals_install(int signo, const struct rdl_action *act)
{
    /* Children that must not become zombies, or must not report stops. */
    uint64_t passed = act->flags & (SA_NOCLDSTOP | SA_NOCLDWAIT);

    if (signo == SIGKILL || signo == SIGSTOP || signo == SIGSYS)
        return;
    if (signo == 32 || signo == 33) /* the C library's own */
        return;
    if (handlers_is_fault(signo)) { /* ends the process even if ignored */
        handlers_set_real(signo, handlers_fault, SA_NODEFER);
        return;
    }
    if (act->handler.plain == SIG_IGN) {
        handlers_set_plain(signo, SIG_IGN);
        return;
    }
    if (act->handler.plain == SIG_DFL) {
        switch (signo) {
        case SIGURG:
        case SIGWINCH:
        case SIGCONT:
        case SIGTSTP:
        case SIGTTIN:
        case SIGTTOU:
            handlers_set_plain(signo, SIG_DFL);
            return;
        default:
            break;
        }
    }
    handlers_set_real(signo, rdl_signals_caught, SA_RESTART | passed);
}

/* --- Before control ---------------------------------------------------------
 * A signal from outside may arrive before main is reached, or while a fork
 * server makes the process: it stays blocked until a thread can take it.  What
 * constructors do to their mask is stored meanwhile. */

static uint64_t held_mask;
static bool held;

__attribute__((constructor(103))) static void hold(void)
{
    uint64_t all = ~UINT64_C(0);

    if (rdl_alone())
        return;
    for (int signo = 1; signo <= RDL_SIGNAL_MAX; signo++) {
        if (handlers_is_fault(signo))
            all &= ~RDL_SIGNAL_BIT(signo);
    }
    rdl_raw(SYS_rt_sigprocmask, SIG_BLOCK, &all, &held_mask, MASK_SIZE);
    held = true;
}

uint64_t *rdl_signals_held_mask(void)
{
    return held ? &held_mask : NULL;
}

void rdl_signals_adopt(struct rdl_action *actions, uint64_t *mask,
                       stack_t *alternate)
{
    for (int signo = 1; signo <= RDL_SIGNAL_MAX; signo++)
        rdl_raw(SYS_rt_sigaction, signo, NULL, &actions[signo], MASK_SIZE);
    *mask = held_mask;
    held = false;
    rdl_raw(SYS_sigaltstack, NULL, alternate);
    if ((alternate->ss_flags & SS_DISABLE) != 0)
        *alternate = (stack_t){ 0 };
}

/* The signal stack that the kernel does not use at the moment. */
static stack_t spare;
RDL_PERSISTENT(spare);

static stack_t handlers_own_stack(void)
{
    const stack_t stack = {
        .ss_sp = rdl_address_space_map(OWN_STACK),
        .ss_size = OWN_STACK,
    };

    return stack;
}

void rdl_signals_thread_init(void)
{
    const uint64_t none = 0;
    const stack_t stack = handlers_own_stack();

    if (spare.ss_sp == NULL)
        spare = handlers_own_stack();
    rdl_raw(SYS_sigaltstack, &stack, NULL);
    rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, MASK_SIZE);
}

void rdl_signals_swap_stack(void)
{
    stack_t used;

    if (rdl_raw(SYS_sigaltstack, &spare, &used) == 0)
        spare = used;
}

void rdl_signals_expose(void)
{
    rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &rdl_signals_of(rdl_self)->mask,
            NULL, MASK_SIZE);
}

void rdl_signals_hide(void)
{
    const uint64_t none = 0;

    rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, MASK_SIZE);
}

_Noreturn void rdl_signals_kill_self(int signo)
{
    const uint64_t none = 0;
    const struct rdl_action by_default = { .handler.plain = SIG_DFL };

    /* Not with handlers_install: its records may be destroyed. */
    rdl_raw(SYS_rt_sigaction, signo, &by_default, NULL, MASK_SIZE);
    rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, MASK_SIZE);
    for (;;)
        rdl_raw(SYS_kill, rdl_raw(SYS_getpid), signo);
}
