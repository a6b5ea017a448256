/* process.c - fork, in all its forms.
 *
 * The C library's fork runs under control up to its system call: handlers of
 * pthread_atfork take locks, and fork takes stdio's locks for the child.  The
 * child has only the calling thread and records nothing (rdl_child_after_fork).
 * vfork is a fork: its child has memory of its own. */
#include "runtime/process/process.h"

#include "runtime/syscalls/dispatch.h"
#include "runtime/threads/helpers.h"
#include "runtime/core/identity.h"
#include "runtime/io/io.h"
#include "runtime/machine/glibc.h"
#include "runtime/machine/raw.h"
#include "runtime/sched/family.h"
#include "runtime/signals/signals.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/core/thread.h"
#include "runtime/core/children.h"
#include "runtime/observe/isolation.h"

#include <errno.h>
#include <linux/sched.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

RDL_REAL(pid_t, fork, void);
RDL_REAL(pid_t, _Fork, void);

/* By tid: fork() has already announced itself.  Its handlers may give up the
 * turn to another thread that forks. */
static bool in_fork[RDL_MAX_THREADS];

pid_t __fork(void);
pid_t __vfork(void);

/* --- Forking -------------------------------------------------------------- */

/* In the child, once, before any code of the target runs there. */
static void process_become_child(void)
{
    if (!rdl_active || !rdl_children_forked())
        return;
    *rdl_glibc_tid(rdl_thread_handle(rdl_self)) = rdl_identity_tid(rdl_self);
    memset(in_fork, 0, sizeof(in_fork));
    rdl_child_after_fork();
    rdl_dispatch_forked();
    rdl_families_forked();
}

/* Registered first, so it runs first of the child's handlers; without dispatch
 * the runtime does not see the system call. */
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, process_become_child);
}

void rdl_process_forks(uintptr_t pc)
{
    rdl_point(RDL_OP_FORK, NULL, 0, pc);
    rdl_children_begin();
    rdl_io_forked();
}

static pid_t process_fork_by(pid_t (*real)(void), uintptr_t pc)
{
    rdl_tid tid = rdl_self->tid;
    pid_t child;

    rdl_process_forks(pc);
    in_fork[tid] = true;
    child = real();
    in_fork[tid] = false;
    if (child == 0)
        process_become_child();
    return child > 0 ? rdl_children_adopt(child) : child;
}

RDL_EXPORT pid_t fork(void)
{
    return rdl_controlled() ? process_fork_by(REAL(fork), RDL_PC)
                            : REAL(fork)();
}

RDL_EXPORT pid_t __fork(void)
{
    return rdl_controlled() ? process_fork_by(REAL(fork), RDL_PC)
                            : REAL(fork)();
}

RDL_EXPORT pid_t vfork(void)
{
    return rdl_controlled() ? process_fork_by(REAL(fork), RDL_PC)
                            : REAL(fork)();
}

RDL_EXPORT pid_t __vfork(void)
{
    return rdl_controlled() ? process_fork_by(REAL(fork), RDL_PC)
                            : REAL(fork)();
}

RDL_EXPORT pid_t _Fork(void)
{
    return rdl_controlled() ? process_fork_by(REAL(_Fork), RDL_PC)
                            : REAL(_Fork)();
}

/* --- The system calls ------------------------------------------------------
 */

static struct clone_args process_clone_arguments(const struct rdl_syscall *call)
{
    struct clone_args args = { 0 };
    size_t size = (size_t)call->arg[1];

    switch (call->number) {
    case SYS_clone:
        args.flags = (uint64_t)call->arg[0];
        args.stack = (uint64_t)call->arg[1];
        args.tls = (uint64_t)call->arg[4];
        break;
    case SYS_clone3:
        memcpy(&args, (const void *)call->arg[0],
               size < sizeof(args) ? size : sizeof(args));
        break;
    default:
        break;
    }
    return args;
}

static bool process_shares_memory(const struct clone_args *args)
{
    return (args->flags & (CLONE_VM | CLONE_VFORK | CLONE_THREAD)) == CLONE_VM;
}

void rdl_process_shares_memory(uintptr_t pc)
{
    if (rdl_child)
        return;
    rdl_note(RDL_NOTE_UNCONTROLLED_CLONE,
             "a child that runs in the program's own memory "
             "beside it (clone with CLONE_VM, without CLONE_VFORK); make it a "
             "thread, or fork",
             pc);
    rdl_finish(RDL_UNABLE, 0);
}

/* The scheduler's state belongs to the thread that has the turn.  A thread that
 * runs in parallel cannot call the runtime, and the runtime could not know who
 * waits for it. */
static void process_refuse_thread(uintptr_t pc)
{
    if (rdl_child)
        return;
    rdl_note(RDL_NOTE_UNCONTROLLED_THREAD,
             "a thread that the program made by the clone system call; make it "
             "with pthread_create",
             pc);
    rdl_finish(RDL_UNABLE, 0);
}

bool rdl_process_new_stack(const struct rdl_syscall *call)
{
    struct clone_args args;

    if (call->number != SYS_clone && call->number != SYS_clone3)
        return false;
    args = process_clone_arguments(call);
    if (args.stack == 0)
        return false;
    if (rdl_in_libc > 0)
        return true; /* the runtime's own thread: a donor */
    if (rdl_helper_is(&args))
        return false;
    if ((args.flags & CLONE_THREAD) != 0)
        process_refuse_thread(call->pc);
    if (process_shares_memory(&args))
        rdl_process_shares_memory(call->pc);
    rdl_children_begin();
    rdl_io_forked();
    if ((args.flags & (CLONE_THREAD | CLONE_VM)) != 0 &&
        (args.flags & CLONE_VFORK) == 0)
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "somebody else runs in its memory (clone)", call->pc);
    if ((args.flags & CLONE_THREAD) == 0 &&
        (args.flags & (CLONE_VM | CLONE_VFORK)) != (CLONE_VM | CLONE_VFORK))
        rdl_note(RDL_NOTE_UNCONTROLLED_CLONE,
                 "clone with a stack of its own: the child runs outside of "
                 "control",
                 call->pc);
    return true;
}

/* The child returns here on a copy of the stack, so this handler or function
 * continues in it. */
static long process_fork_raw(const struct rdl_syscall *call)
{
    struct clone_args args = process_clone_arguments(call);
    const uint64_t shares = CLONE_VM | CLONE_VFORK;
    long child;

    if (rdl_helper_is(&args))
        return rdl_helper_make(&args, call->pc);
    if (process_shares_memory(&args))
        rdl_process_shares_memory(call->pc);
    if (!in_fork[rdl_self->tid])
        rdl_process_forks(call->pc);
    switch (call->number) {
    case SYS_clone:
        child = rdl_raw(SYS_clone, args.flags & ~shares, 0, call->arg[2],
                        call->arg[3], call->arg[4]);
        break;
    case SYS_clone3:
        args.flags &= ~shares;
        child = rdl_raw(SYS_clone3, &args, sizeof(args));
        break;
    default:
        child = rdl_raw(SYS_fork);
        break;
    }
    if (child == 0)
        process_become_child();
    if (child <= 0 || in_fork[rdl_self->tid])
        return child;
    return rdl_children_adopt((int)child);
}

/* Calls whose n-th argument is a process. */
static long process_with_real(const struct rdl_syscall *call, int n)
{
    long arg[6];

    memcpy(arg, call->arg, sizeof(arg));
    arg[n] = rdl_children_real((int)arg[n]);
    return rdl_unprotect_pass(call->number, arg);
}

bool rdl_syscalls_process(const struct rdl_syscall *call, long *result)
{
    switch (call->number) {
    case SYS_fork:
    case SYS_vfork:
    case SYS_clone:
    case SYS_clone3:
        *result = process_fork_raw(call);
        return true;
    case SYS_wait4:
        *result = rdl_process_wait4(call, call->cancellable);
        return true;
    case SYS_waitid:
        *result = rdl_process_waitid(call, call->cancellable);
        return true;
    case SYS_pidfd_open:
    case SYS_prlimit64:
    case SYS_process_vm_readv:
    case SYS_process_vm_writev:
    case SYS_move_pages:
    case SYS_migrate_pages:
    case SYS_get_robust_list:
    case SYS_sched_getattr:
    case SYS_sched_setattr:
        *result = process_with_real(call, 0);
        return true;
    case SYS_prctl: /* the dispatch is ours; all else passes */
        *result = -EINVAL;
        return call->arg[0] == PR_SET_SYSCALL_USER_DISPATCH;
    case SYS_ptrace:
        *result = rdl_process_ptrace(call);
        return true;
    case SYS_getpriority:
    case SYS_setpriority:
        *result = process_with_real(call, 1);
        return true;
    default:
        return false;
    }
}
