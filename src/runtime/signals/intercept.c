/* intercept.c - actions, masks and alternate stacks of signals, with the
 * interfaces of the C library and the kernel.  Other threads see only the
 * actions, which belong to the process: setting one is a scheduling point. */
#include "runtime/signals/signals.h"
#include "runtime/observe/race.h"

#include "runtime/explore/exploring.h"
#include "runtime/machine/raw.h"
#include "runtime/signals/calls.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MASK_SIZE 8
#define SMALLEST_STACK 2048 /* the kernel's MINSIGSTKSZ */
/* The C library reserves these two and hides them. */
#define HIDDEN (RDL_SIGNAL_BIT(32) | RDL_SIGNAL_BIT(33))

RDL_REAL(int, sigaction, int, const struct sigaction *, struct sigaction *);
RDL_REAL(int, pthread_sigmask, int, const sigset_t *, sigset_t *);
RDL_REAL(int, sigpending, sigset_t *);
RDL_REAL(int, sigaltstack, const stack_t *, stack_t *);

int rdl_signals_answer(long result)
{
    if (result >= 0)
        return (int)result;
    errno = (int)-result;
    return -1;
}

uint64_t rdl_signals_bits(const sigset_t *set)
{
    uint64_t bits;

    memcpy(&bits, set, sizeof(bits));
    return bits;
}

static void intercept_put_bits(sigset_t *set, uint64_t bits)
{
    memset(set, 0, sizeof(*set));
    memcpy(set, &bits, sizeof(bits));
}

/* --- Actions ----------------------------------------------------------------
 */

static long intercept_set_action(int signo, const struct rdl_action *act,
                                 struct rdl_action *old, uintptr_t pc)
{
    if (act != NULL)
        rdl_point(RDL_OP_SYSCALL, NULL, 0, pc);
    else
        rdl_race_outside();
    return rdl_signals_action(signo, act, old);
}

static int intercept_sigaction_at(int signo, const struct sigaction *act,
                                  struct sigaction *old, uintptr_t pc)
{
    struct rdl_action wanted, before;
    long result;

    if (!rdl_controlled())
        return REAL(sigaction)(signo, act, old);
    if (signo == 32 || signo == 33)
        return rdl_signals_answer(-EINVAL);
    rdl_call_reads(act, sizeof(*act), pc);
    if (act != NULL)
        wanted = (struct rdl_action){
            .handler.plain = act->sa_handler,
            .flags = (uint64_t)(unsigned)act->sa_flags,
            .mask = rdl_signals_bits(&act->sa_mask),
        };
    result =
        intercept_set_action(signo, act != NULL ? &wanted : NULL, &before, pc);
    if (result < 0)
        return rdl_signals_answer(result);
    rdl_call_writes(old, sizeof(*old), pc);
    if (old != NULL) {
        old->sa_handler = before.handler.plain;
        old->sa_flags = (int)before.flags;
        intercept_put_bits(&old->sa_mask, before.mask);
        old->sa_restorer = NULL;
    }
    return 0;
}

RDL_EXPORT int sigaction(int signo, const struct sigaction *act,
                         struct sigaction *old)
{
    return intercept_sigaction_at(signo, act, old, RDL_PC);
}

int __sigaction(int signo, const struct sigaction *act, struct sigaction *old);
RDL_EXPORT int __sigaction(int signo, const struct sigaction *act,
                           struct sigaction *old)
{
    return intercept_sigaction_at(signo, act, old, RDL_PC);
}

/* Signals that interrupt calls: siginterrupt(). */
static uint64_t interrupting;

static __sighandler_t intercept_signal_at(int signo, __sighandler_t handler,
                                          int flags, uintptr_t pc)
{
    struct sigaction act = { .sa_handler = handler, .sa_flags = flags }, old;

    if (handler == SIG_ERR || signo < 1 || signo > RDL_SIGNAL_MAX) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if ((flags & SA_ONESHOT) == 0) {
        sigaddset(&act.sa_mask, signo);
        if ((interrupting & RDL_SIGNAL_BIT(signo)) == 0)
            act.sa_flags |= SA_RESTART;
    }
    return intercept_sigaction_at(signo, &act, &old, pc) == 0 ? old.sa_handler
                                                              : SIG_ERR;
}

RDL_EXPORT __sighandler_t signal(int signo, __sighandler_t handler)
{
    return intercept_signal_at(signo, handler, 0, RDL_PC);
}

__sighandler_t bsd_signal(int signo, __sighandler_t handler);
RDL_EXPORT __sighandler_t bsd_signal(int signo, __sighandler_t handler)
{
    return intercept_signal_at(signo, handler, 0, RDL_PC);
}

RDL_EXPORT __sighandler_t ssignal(int signo, __sighandler_t handler)
{
    return intercept_signal_at(signo, handler, 0, RDL_PC);
}

RDL_EXPORT __sighandler_t sysv_signal(int signo, __sighandler_t handler)
{
    return intercept_signal_at(signo, handler, SA_ONESHOT | SA_NOMASK, RDL_PC);
}

RDL_EXPORT __sighandler_t __sysv_signal(int signo, __sighandler_t handler)
{
    return intercept_signal_at(signo, handler, SA_ONESHOT | SA_NOMASK, RDL_PC);
}

RDL_EXPORT int siginterrupt(int signo, int interrupts)
{
    struct sigaction act;

    if (intercept_sigaction_at(signo, NULL, &act, RDL_PC) < 0)
        return -1;
    if (interrupts) {
        interrupting |= RDL_SIGNAL_BIT(signo);
        act.sa_flags &= ~SA_RESTART;
    } else {
        interrupting &= ~RDL_SIGNAL_BIT(signo);
        act.sa_flags |= SA_RESTART;
    }
    return intercept_sigaction_at(signo, &act, NULL, RDL_PC);
}

RDL_EXPORT int sigignore(int signo)
{
    struct sigaction act = { .sa_handler = SIG_IGN };

    return intercept_sigaction_at(signo, &act, NULL, RDL_PC);
}

/* The watchdog's signal is not available. */
int __libc_current_sigrtmax(void);
RDL_EXPORT int __libc_current_sigrtmax(void)
{
    return RDL_SIGNAL_MAX;
}

/* --- Masks ------------------------------------------------------------------
 */

/* 0 or an error number. */
static int intercept_changed_mask(int how, uint64_t set, uint64_t *mask)
{
    switch (how) {
    case SIG_BLOCK:
        *mask |= set;
        return 0;
    case SIG_UNBLOCK:
        *mask &= ~set;
        return 0;
    case SIG_SETMASK:
        *mask = set;
        return 0;
    default:
        return EINVAL;
    }
}

static int intercept_change_mask(int how, const uint64_t *set, uint64_t *old)
{
    uint64_t mask = rdl_signals_of(rdl_self)->mask;
    int error;

    if (old != NULL)
        *old = mask;
    if (set == NULL)
        return 0;
    error = intercept_changed_mask(how, *set, &mask);
    if (error != 0)
        return error;
    rdl_signals_set_mask(mask);
    rdl_signals_deliver();
    return 0;
}

/* In a constructor. */
static int intercept_change_early_mask(int how, const sigset_t *set,
                                       sigset_t *old)
{
    uint64_t *mask = rdl_signals_held_mask();

    if (mask == NULL)
        return REAL(pthread_sigmask)(how, set, old);
    if (old != NULL)
        intercept_put_bits(old, *mask);
    return set != NULL
               ? intercept_changed_mask(how, rdl_signals_bits(set), mask)
               : 0;
}

RDL_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    uint64_t wanted, before;
    int error;

    if (!rdl_controlled())
        return intercept_change_early_mask(how, set, old);
    rdl_call_reads(set, sizeof(wanted), RDL_PC);
    if (set != NULL)
        wanted = rdl_signals_bits(set) & ~HIDDEN;
    error = intercept_change_mask(how, set != NULL ? &wanted : NULL, &before);
    if (error != 0)
        return error;
    rdl_call_writes(old, sizeof(*old), RDL_PC);
    if (old != NULL)
        intercept_put_bits(old, before);
    return 0;
}

RDL_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    return rdl_signals_answer(-pthread_sigmask(how, set, old));
}

static int intercept_change_one(int how, int signo)
{
    sigset_t set;

    if (sigemptyset(&set) < 0 || sigaddset(&set, signo) < 0)
        return -1;
    return sigprocmask(how, &set, NULL);
}

RDL_EXPORT int sighold(int signo)
{
    return intercept_change_one(SIG_BLOCK, signo);
}

RDL_EXPORT int sigrelse(int signo)
{
    return intercept_change_one(SIG_UNBLOCK, signo);
}

RDL_EXPORT __sighandler_t sigset(int signo, __sighandler_t handler)
{
    sigset_t set, before;
    struct sigaction act, old;
    bool hold = handler == SIG_HOLD;

    memset(&act, 0, sizeof(act));
    act.sa_handler = handler;
    if (handler == SIG_ERR || sigemptyset(&set) < 0 ||
        sigaddset(&set, signo) < 0) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (intercept_sigaction_at(signo, hold ? NULL : &act, &old, RDL_PC) < 0 ||
        sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, &before) < 0)
        return SIG_ERR;
    return sigismember(&before, signo) ? SIG_HOLD : old.sa_handler;
}

/* BSD masks are one int. */
static int intercept_bsd_mask(int how, int mask)
{
    sigset_t set, before;

    intercept_put_bits(&set, (unsigned)mask);
    if (sigprocmask(how, &set, &before) < 0)
        return -1;
    return (int)rdl_signals_bits(&before);
}

int sigblock(int mask);
RDL_EXPORT int sigblock(int mask)
{
    return intercept_bsd_mask(SIG_BLOCK, mask);
}

int sigsetmask(int mask);
RDL_EXPORT int sigsetmask(int mask)
{
    return intercept_bsd_mask(SIG_SETMASK, mask);
}

RDL_EXPORT int sigpending(sigset_t *set)
{
    if (!rdl_controlled())
        return REAL(sigpending)(set);
    rdl_call_writes(set, sizeof(*set), RDL_PC);
    if (unlikely(rdl_exploring))
        rdl_exploring_signals();
    intercept_put_bits(set, rdl_signals_pending(rdl_self));
    return 0;
}

/* --- The alternate stack
 * ------------------------------------------------------ */

static long intercept_change_stack(const stack_t *stack, stack_t *old)
{
    struct rdl_thread *t = rdl_self;
    stack_t *own = &rdl_signals_of(t)->alternate;
    bool busy = rdl_signals_on_alternate(t);
    const int known = SS_DISABLE | SS_ONSTACK | RDL_SS_AUTODISARM;
    stack_t before = *own;

    before.ss_flags = own->ss_sp == NULL ? SS_DISABLE
                      : busy             ? SS_ONSTACK | own->ss_flags
                                         : own->ss_flags;
    if (stack != NULL) {
        if (busy && own->ss_sp != NULL)
            return -EPERM;
        if ((stack->ss_flags & ~known) != 0)
            return -EINVAL;
        if ((stack->ss_flags & SS_DISABLE) != 0)
            *own = (stack_t){ 0 };
        else if (stack->ss_size < SMALLEST_STACK)
            return -ENOMEM;
        else {
            *own = *stack;
            own->ss_flags &= RDL_SS_AUTODISARM;
        }
    }
    if (old != NULL) {
        memset(old, 0, sizeof(*old)); /* as the kernel does: also the gap */
        *old = before;
    }
    return 0;
}

RDL_EXPORT int sigaltstack(const stack_t *stack, stack_t *old)
{
    if (!rdl_controlled())
        return REAL(sigaltstack)(stack, old);
    rdl_call_reads(stack, sizeof(*stack), RDL_PC);
    rdl_call_writes(old, sizeof(*old), RDL_PC);
    return rdl_signals_answer(intercept_change_stack(stack, old));
}

/* --- The system calls
 * ---------------------------------------------------------- */

static long intercept_raw_action(const struct rdl_syscall *call)
{
    struct rdl_action old, *out = (struct rdl_action *)call->arg[2];
    long result;

    if (call->arg[3] != MASK_SIZE)
        return -EINVAL;
    result = intercept_set_action((int)call->arg[0],
                                  (const struct rdl_action *)call->arg[1], &old,
                                  call->pc);
    if (result == 0 && out != NULL)
        *out = old;
    return result;
}

static long intercept_raw_mask(const struct rdl_syscall *call)
{
    uint64_t old;
    int error;

    if (call->arg[3] != MASK_SIZE)
        return -EINVAL;
    error = intercept_change_mask((int)call->arg[0],
                                  (const uint64_t *)call->arg[1], &old);
    if (error == 0 && call->arg[2] != 0)
        *(uint64_t *)call->arg[2] = old;
    return -error;
}

bool rdl_syscalls_signals(const struct rdl_syscall *call, long *result)
{
    switch (call->number) {
    case SYS_rt_sigaction:
        *result = intercept_raw_action(call);
        return true;
    case SYS_rt_sigprocmask:
        *result = intercept_raw_mask(call);
        return true;
    case SYS_rt_sigpending:
        if (unlikely(rdl_exploring))
            rdl_exploring_signals();
        memcpy((void *)call->arg[0],
               &(uint64_t){ rdl_signals_pending(rdl_self) },
               call->arg[1] < MASK_SIZE ? (size_t)call->arg[1] : MASK_SIZE);
        *result = 0;
        return true;
    case SYS_sigaltstack:
        *result = intercept_change_stack((const stack_t *)call->arg[0],
                                         (stack_t *)call->arg[1]);
        return true;
    default:
        return rdl_signals_call_waits(call, result) ||
               rdl_signals_call_sends(call, result);
    }
}
