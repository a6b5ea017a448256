/* send.c - sending signals: virtual ones to threads and to the process itself,
 * real ones to other processes. */
#include "runtime/signals/signals.h"

#include "runtime/core/identity.h"
#include "runtime/machine/raw.h"
#include "runtime/signals/calls.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"
#include "runtime/core/children.h"
#include "runtime/observe/unwind.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(int, kill, pid_t, int);
RDL_REAL(int, raise, int);
RDL_REAL(int, pthread_kill, pthread_t, int);
RDL_REAL(int, tgkill, pid_t, pid_t, int);
RDL_REAL(int, sigqueue, pid_t, int, union sigval);
RDL_REAL(int, pthread_sigqueue, pthread_t, int, union sigval);

static bool send_is_signal(int signo)
{
    return signo >= 0 && signo <= RDL_SIGNAL_MAX;
}

static bool send_is_self(int pid)
{
    return pid == rdl_identity_pid();
}

static siginfo_t sender(int signo, int code, union sigval value)
{
    siginfo_t info;

    memset(&info, 0, sizeof(info));
    info.si_signo = signo;
    info.si_code = code;
    info.si_pid = rdl_identity_pid();
    info.si_uid = (uid_t)rdl_raw(SYS_getuid);
    info.si_value = value;
    return info;
}

/* Sends to t, or to the process if NULL.  A signal for the sender itself is
 * delivered before the call returns. */
static long send(struct rdl_thread *t, const siginfo_t *info)
{
    long result = 0;

    rdl_signals_of(rdl_self)->sending = true;
    if (info->si_signo != 0)
        result = rdl_signals_send(t, info);
    rdl_signals_of(rdl_self)->sending = false;
    rdl_signals_deliver();
    return result;
}

/* --- To processes
 * ------------------------------------------------------------------ */

static long send_kill_at(int pid, int signo, uintptr_t pc)
{
    siginfo_t info;
    long result;

    rdl_signals_of(rdl_self)->sends = send_is_self(pid) ? signo : -1;
    rdl_point(RDL_OP_KILL, NULL, 0, pc);
    rdl_value((uint64_t)signo);
    if (!send_is_self(pid)) {
        int real = pid < -1 ? -rdl_children_real(-pid) : rdl_children_real(pid);

        result = rdl_raw(SYS_kill, real, signo);
        /* A group may contain the process itself. */
        if (pid <= 0 && rdl_signals_arrive())
            rdl_signals_deliver();
        return result;
    }
    if (!send_is_signal(signo))
        return -EINVAL;
    info = sender(signo, SI_USER, (union sigval){ 0 });
    return send(NULL, &info);
}

RDL_EXPORT int kill(pid_t pid, int signo)
{
    if (!rdl_controlled())
        return REAL(kill)(pid, signo);
    return rdl_signals_answer(send_kill_at(pid, signo, RDL_PC));
}

RDL_EXPORT int killpg(pid_t group, int signo)
{
    if (group < 0)
        return rdl_signals_answer(-EINVAL);
    if (!rdl_controlled())
        return REAL(kill)(-group, signo);
    return rdl_signals_answer(send_kill_at(-group, signo, RDL_PC));
}

static long send_queue_info(int pid, siginfo_t *info, uintptr_t pc)
{
    rdl_signals_of(rdl_self)->sends = send_is_self(pid) ? info->si_signo : -1;
    rdl_point(RDL_OP_KILL, NULL, 0, pc);
    rdl_value((uint64_t)info->si_signo);
    if (!send_is_self(pid))
        return rdl_raw(SYS_rt_sigqueueinfo, rdl_children_real(pid),
                       info->si_signo, info);
    return send(NULL, info);
}

RDL_EXPORT int sigqueue(pid_t pid, int signo, const union sigval value)
{
    siginfo_t info;

    if (!rdl_controlled())
        return REAL(sigqueue)(pid, signo, value);
    if (!send_is_signal(signo))
        return rdl_signals_answer(-EINVAL);
    info = sender(signo, SI_QUEUE, value);
    return rdl_signals_answer(send_queue_info(pid, &info, RDL_PC));
}

/* --- To threads
 * ---------------------------------------------------------------------- */

static void send_announce(const struct rdl_thread *t, int signo, uintptr_t pc)
{
    rdl_signals_of(rdl_self)->sends = t != NULL ? signo : -1;
    rdl_point(RDL_OP_KILL, t != NULL ? (void *)rdl_thread_handle(t) : NULL, 1,
              pc);
    rdl_value((uint64_t)signo);
}

static long send_tgkill_at(int group, int number, siginfo_t *info, uintptr_t pc)
{
    struct rdl_thread *t;

    if (number <= 0)
        return -EINVAL;
    t = rdl_identity_thread(number);
    send_announce(t, info->si_signo,
                  info->si_signo == SIGABRT ? rdl_unwind_place(pc) : pc);
    if (group > 0 && !send_is_self(group))
        return rdl_raw(SYS_tgkill, rdl_children_real(group), number,
                       info->si_signo);
    t = rdl_identity_thread(number); /* it may have ended meanwhile */
    if (t == NULL)
        return -ESRCH;
    if (!send_is_signal(info->si_signo))
        return -EINVAL;
    return send(t, info);
}

/* 0 or an error number.  glibc: no error for a thread that has ended but can be
 * joined. */
static int send_to_handle(pthread_t handle, siginfo_t *info, uintptr_t pc)
{
    struct rdl_thread *t = rdl_thread_of(handle);

    send_announce(t, info->si_signo, pc);
    if (!send_is_signal(info->si_signo) || info->si_signo == 32 ||
        info->si_signo == 33)
        return EINVAL;
    t = rdl_thread_given(handle, pc);
    if (t == NULL)
        return ESRCH;
    return t->live ? (int)-send(t, info) : 0;
}

RDL_EXPORT int pthread_kill(pthread_t handle, int signo)
{
    siginfo_t info;

    if (!rdl_controlled())
        return REAL(pthread_kill)(handle, signo);
    info = sender(signo, SI_TKILL, (union sigval){ 0 });
    return send_to_handle(handle, &info, RDL_PC);
}

RDL_EXPORT int pthread_sigqueue(pthread_t handle, int signo,
                                const union sigval value)
{
    siginfo_t info;

    if (!rdl_controlled())
        return REAL(pthread_sigqueue)(handle, signo, value);
    info = sender(signo, SI_QUEUE, value);
    return send_to_handle(handle, &info, RDL_PC);
}

RDL_EXPORT int tgkill(pid_t group, pid_t number, int signo)
{
    siginfo_t info;

    if (!rdl_controlled())
        return REAL(tgkill)(group, number, signo);
    info = sender(signo, SI_TKILL, (union sigval){ 0 });
    return rdl_signals_answer(send_tgkill_at(group, number, &info, RDL_PC));
}

static int send_raise_at(int signo, uintptr_t pc)
{
    siginfo_t info;

    if (!rdl_controlled())
        return REAL(raise)(signo);
    info = sender(signo, SI_TKILL, (union sigval){ 0 });
    return rdl_signals_answer(
        -send_to_handle(rdl_thread_handle(rdl_self), &info, pc));
}

RDL_EXPORT int raise(int signo)
{
    return send_raise_at(signo, RDL_PC);
}

RDL_EXPORT int gsignal(int signo)
{
    return send_raise_at(signo, RDL_PC);
}

/* --- The system calls
 * ------------------------------------------------------------------ */

static siginfo_t send_given(const struct rdl_syscall *call, int signo, int at)
{
    siginfo_t info;

    memcpy(&info, (const void *)call->arg[at], sizeof(info));
    info.si_signo = signo;
    return info;
}

bool rdl_signals_call_sends(const struct rdl_syscall *call, long *result)
{
    siginfo_t info;

    switch (call->number) {
    case SYS_kill:
        *result = send_kill_at((int)call->arg[0], (int)call->arg[1], call->pc);
        return true;
    case SYS_tkill:
        info = sender((int)call->arg[1], SI_TKILL, (union sigval){ 0 });
        *result = send_tgkill_at(0, (int)call->arg[0], &info, call->pc);
        return true;
    case SYS_tgkill:
        info = sender((int)call->arg[2], SI_TKILL, (union sigval){ 0 });
        *result = send_tgkill_at((int)call->arg[0], (int)call->arg[1], &info,
                                 call->pc);
        return true;
    case SYS_rt_sigqueueinfo:
        info = send_given(call, (int)call->arg[1], 2);
        *result = send_queue_info((int)call->arg[0], &info, call->pc);
        return true;
    case SYS_rt_tgsigqueueinfo:
        info = send_given(call, (int)call->arg[2], 3);
        *result = send_tgkill_at((int)call->arg[0], (int)call->arg[1], &info,
                                 call->pc);
        return true;
    default:
        return false;
    }
}
