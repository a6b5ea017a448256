/* wait.c - waiting for signals: sigsuspend and pause end when a handler has
 * run; sigwait and related calls take a signal instead of its handler. */
#include "runtime/signals/signals.h"

#include "runtime/sched/clock.h"
#include "runtime/signals/calls.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"
#include "runtime/observe/race.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MASK_SIZE 8

RDL_REAL(int, sigsuspend, const sigset_t *);
RDL_REAL(int, pause, void);
RDL_REAL(int, sigwait, const sigset_t *, int *);
RDL_REAL(int, sigtimedwait, const sigset_t *, siginfo_t *,
         const struct timespec *);

static struct rdl_wait wait_for(bool cancellable)
{
    return (struct rdl_wait){
        .kind = RDL_WAIT_SIGNAL,
        .what = "signal",
        .object = &rdl_signals_object,
        .deadline = RDL_NEVER,
        .interruptible = true,
        .cancellable = cancellable,
    };
}

/* --- Until a handler has run
 * ---------------------------------------------------- */

static long wait_suspend(uint64_t mask, bool cancellable, uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;
    struct rdl_wait wait = wait_for(cancellable);
    enum rdl_woke woke = RDL_WOKE_SIGNAL;
    uint64_t before;

    if (cancellable)
        rdl_cancel_point();
    rdl_signals_of(t)->takes = 0;
    rdl_point(RDL_OP_WAIT, &rdl_signals_object, 1, pc);
    before = rdl_signals_set_mask(mask);
    if (!rdl_signal_due(t) || rdl_attend(t) == 0)
        woke = rdl_block(&wait, RDL_OP_WAKE, pc);
    rdl_signals_set_mask(before);
    if (woke == RDL_WOKE_CANCEL)
        rdl_cancel_act();
    rdl_signals_deliver();
    return -EINTR;
}

RDL_EXPORT int sigsuspend(const sigset_t *mask)
{
    if (!rdl_controlled())
        return REAL(sigsuspend)(mask);
    rdl_call_reads(mask, MASK_SIZE, RDL_PC);
    return rdl_signals_answer(
        wait_suspend(rdl_signals_bits(mask), true, RDL_PC));
}

RDL_EXPORT int pause(void)
{
    if (!rdl_controlled())
        return REAL(pause)();
    return rdl_signals_answer(
        wait_suspend(rdl_signals_of(rdl_self)->mask, true, RDL_PC));
}

/* The X/Open variant: the caller's mask without one signal. */
static int wait_pause_for(int signo, uintptr_t pc)
{
    sigset_t mask;

    if (signo < 1 || signo > RDL_SIGNAL_MAX)
        return rdl_signals_answer(-EINVAL);
    if (rdl_controlled())
        return rdl_signals_answer(wait_suspend(
            rdl_signals_of(rdl_self)->mask & ~RDL_SIGNAL_BIT(signo), true, pc));
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    sigdelset(&mask, signo);
    return REAL(sigsuspend)(&mask);
}

/* The BSD variant: a mask of the first 32 signals. */
static int wait_pause_with(int bits, uintptr_t pc)
{
    sigset_t mask;
    uint64_t word = (unsigned)bits;

    if (rdl_controlled())
        return rdl_signals_answer(wait_suspend(word, true, pc));
    sigemptyset(&mask);
    memcpy(&mask, &word, sizeof(word));
    return REAL(sigsuspend)(&mask);
}

int __xpg_sigpause(int signo);
RDL_EXPORT int __xpg_sigpause(int signo)
{
    return wait_pause_for(signo, RDL_PC);
}

int __sigpause(int signo_or_mask, int is_signo);
RDL_EXPORT int __sigpause(int signo_or_mask, int is_signo)
{
    return is_signo ? wait_pause_for(signo_or_mask, RDL_PC)
                    : wait_pause_with(signo_or_mask, RDL_PC);
}

/* The header gives that name to the X/Open variant. */
int bsd_sigpause(int mask) __asm__("sigpause");
RDL_EXPORT int bsd_sigpause(int mask)
{
    return wait_pause_with(mask, RDL_PC);
}

/* --- Taking one
 * ------------------------------------------------------------------ */

static bool wait_one_came(const struct rdl_wait *wait)
{
    return rdl_signals_awaited(wait->thread, wait->arg[0]);
}

/* Takes a signal of the set that is there.  Its sender comes before. */
static bool wait_taken(struct rdl_thread *t, uint64_t set, siginfo_t *info)
{
    if (!rdl_signals_take(t, set, info))
        return false;
    rdl_race_outside();
    return true;
}

/* The signal's number, or -errno.  deadline 0: does not wait. */
static long wait_take(uint64_t set, siginfo_t *info, uint64_t deadline,
                      bool cancellable, uintptr_t pc)
{
    struct rdl_thread *t = rdl_self;
    struct rdl_wait wait = wait_for(cancellable);
    enum rdl_woke woke;

    if (cancellable)
        rdl_cancel_point();
    rdl_signals_of(t)->takes = set;
    rdl_signals_of(t)->takes_until = deadline;
    rdl_point(RDL_OP_WAIT, &rdl_signals_object, 1, pc);
    if (wait_taken(t, set, info))
        return info->si_signo;
    if (deadline == 0)
        return -EAGAIN;
    rdl_signals_of(t)->awaited = set;
    wait.ready = wait_one_came;
    wait.deadline = deadline;
    wait.arg[0] = set;
    woke = rdl_block(&wait, RDL_OP_WAKE, pc);
    rdl_signals_of(t)->awaited = 0;
    rdl_signals_retarget(set);
    if (woke == RDL_WOKE_CANCEL)
        rdl_cancel_act();
    if (wait_taken(t, set, info))
        return info->si_signo;
    return woke == RDL_WOKE_TIMEOUT ? -EAGAIN : -EINTR;
}

static uint64_t wait_deadline_after(const struct timespec *timeout)
{
    if (timeout == NULL)
        return RDL_NEVER;
    if (timeout->tv_sec == 0 && timeout->tv_nsec == 0)
        return 0;
    if ((uint64_t)timeout->tv_sec > RDL_NEVER / RDL_SECOND / 2)
        return RDL_NEVER;
    return rdl_now() + (uint64_t)timeout->tv_sec * RDL_SECOND +
           (uint64_t)timeout->tv_nsec;
}

static bool wait_is_time(const struct timespec *t)
{
    return t == NULL ||
           (t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)RDL_SECOND);
}

static int wait_timedwait_at(const sigset_t *set, siginfo_t *info,
                             const struct timespec *timeout, uintptr_t pc)
{
    struct timespec copy;
    siginfo_t got;
    long result;

    if (!rdl_controlled())
        return REAL(sigtimedwait)(set, info, timeout);
    timeout = rdl_until_read(timeout, &copy, pc);
    if (!wait_is_time(timeout))
        return rdl_signals_answer(-EINVAL);
    rdl_call_reads(set, MASK_SIZE, pc);
    result = wait_take(rdl_signals_bits(set), &got,
                       wait_deadline_after(timeout), true, pc);
    if (result > 0 && info != NULL) {
        rdl_call_touches(info, sizeof(*info), /*writes=*/true);
        *info = got;
    }
    return rdl_signals_answer(result);
}

RDL_EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info,
                            const struct timespec *timeout)
{
    return wait_timedwait_at(set, info, timeout, RDL_PC);
}

RDL_EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    return wait_timedwait_at(set, info, NULL, RDL_PC);
}

RDL_EXPORT int sigwait(const sigset_t *set, int *signo)
{
    uintptr_t pc = RDL_PC;
    siginfo_t info;
    long result;

    if (!rdl_controlled())
        return REAL(sigwait)(set, signo);
    rdl_call_reads(set, MASK_SIZE, pc);
    do
        result = wait_take(rdl_signals_bits(set), &info, RDL_NEVER, true, pc);
    while (result == -EINTR); /* like glibc */
    if (result < 0)
        return (int)-result;
    rdl_call_touches(signo, sizeof(*signo), /*writes=*/true);
    *signo = (int)result;
    return 0;
}

/* --- The system calls
 * -------------------------------------------------------------- */

static long wait_raw_timedwait(const struct rdl_syscall *call)
{
    const struct timespec *timeout = (const struct timespec *)call->arg[2];
    siginfo_t got;
    long result;

    if (call->arg[3] != MASK_SIZE || !wait_is_time(timeout))
        return -EINVAL;
    result =
        wait_take(*(const uint64_t *)call->arg[0], &got,
                  wait_deadline_after(timeout), call->cancellable, call->pc);
    if (result > 0 && call->arg[1] != 0)
        memcpy((void *)call->arg[1], &got, sizeof(got));
    return result;
}

bool rdl_signals_call_waits(const struct rdl_syscall *call, long *result)
{
    switch (call->number) {
    case SYS_rt_sigsuspend:
        *result = call->arg[1] != MASK_SIZE
                      ? -EINVAL
                      : wait_suspend(*(const uint64_t *)call->arg[0],
                                     call->cancellable, call->pc);
        return true;
    case SYS_pause:
        *result = wait_suspend(rdl_signals_of(rdl_self)->mask,
                               call->cancellable, call->pc);
        return true;
    case SYS_rt_sigtimedwait:
        *result = wait_raw_timedwait(call);
        return true;
    default:
        return false;
    }
}
