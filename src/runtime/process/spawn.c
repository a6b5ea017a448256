/* spawn.c - what the C library builds on fork: posix_spawn, system, popen,
 * daemon, clone.
 *
 * The C library does the first three: under dispatch we handle its masks, waits
 * and locks anyway; without dispatch their waits block the process until the
 * watchdog lets another thread run. */
#include "runtime/core/identity.h"
#include "runtime/process/process.h"

#include "runtime/core/interceptor.h"
#include "runtime/machine/raw.h"
#include "runtime/signals/signals.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/children.h"

#include <errno.h>
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(int, posix_spawn, pid_t *, const char *,
         const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
         char *const *, char *const *);
RDL_REAL(int, posix_spawnp, pid_t *, const char *,
         const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
         char *const *, char *const *);
RDL_REAL(int, system, const char *);
RDL_REAL(FILE *, popen, const char *, const char *);
RDL_REAL(int, daemon, int, int);
RDL_REAL(int, clone, int (*)(void *), void *, int, void *, ...);

/* Without dispatch the child inherits the real mask. */
static void spawn_before(uintptr_t pc)
{
    rdl_process_forks(pc);
    if (!rdl_dispatch_armed())
        rdl_signals_expose();
}

static void spawn_after(void)
{
    if (!rdl_dispatch_armed())
        rdl_signals_hide();
}

typedef int spawn_function(pid_t *, const char *,
                           const posix_spawn_file_actions_t *,
                           const posix_spawnattr_t *, char *const *,
                           char *const *);

static int spawn(spawn_function *real_spawn, pid_t *pid, const char *file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[],
                 char *const envp[], uintptr_t pc)
{
    pid_t real;
    int error;

    if (!rdl_controlled())
        return real_spawn(pid, file, actions, attributes, argv, envp);
    spawn_before(pc);
    error = real_spawn(&real, file, actions, attributes, argv, envp);
    spawn_after();
    if (error == 0) {
        real = rdl_children_adopt(real);
        if (pid != NULL)
            *pid = real;
    }
    return error;
}

RDL_EXPORT int posix_spawn(pid_t *pid, const char *path,
                           const posix_spawn_file_actions_t *actions,
                           const posix_spawnattr_t *attributes,
                           char *const argv[], char *const envp[])
{
    return spawn(REAL(posix_spawn), pid, path, actions, attributes, argv, envp,
                 RDL_PC);
}

RDL_EXPORT int posix_spawnp(pid_t *pid, const char *file,
                            const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *attributes,
                            char *const argv[], char *const envp[])
{
    return spawn(REAL(posix_spawnp), pid, file, actions, attributes, argv, envp,
                 RDL_PC);
}

RDL_EXPORT int system(const char *command)
{
    if (rdl_controlled() && command != NULL)
        rdl_process_forks(RDL_PC);
    return REAL(system)(command);
}

RDL_EXPORT FILE *popen(const char *command, const char *type)
{
    if (rdl_controlled())
        rdl_process_forks(RDL_PC);
    return REAL(popen)(command, type);
}

RDL_EXPORT int daemon(int stay, int keep)
{
    if (rdl_controlled()) {
        rdl_note(RDL_NOTE_DAEMON,
                 "the program becomes a daemon: its child is not under control "
                 "(run it in the foreground)",
                 RDL_PC);
        rdl_process_forks(RDL_PC);
    }
    return REAL(daemon)(stay, keep);
}

struct borrower {
    int (*function)(void *);
    void *argument;
};

/* In the child: sets the signal mask that the target knows. */
static int spawn_borrow(void *argument)
{
    const struct borrower *b = argument;

    rdl_signals_expose();
    return b->function(b->argument);
}

/* Makes a child in our memory; the calling thread waits until it has become
 * another program or has ended.  No other thread runs meanwhile; nothing that
 * it calls is a step of ours. */
static int spawn_clone_and_wait(struct borrower *b, void *stack, int flags,
                                void *parent_tid, void *tls, void *child_tid,
                                uintptr_t pc)
{
    const bool was_child = rdl_child;
    int child;

    rdl_process_forks(pc);
    rdl_libc_begin();
    rdl_identity_lend(rdl_children_next());
    rdl_child = true;
    child =
        REAL(clone)(spawn_borrow, stack, flags, b, parent_tid, tls, child_tid);
    rdl_child = was_child;
    rdl_identity_back();
    rdl_libc_end();
    return child > 0 ? rdl_children_adopt(child) : child;
}

/* A child that shares memory and runs in parallel is not possible.  Any other
 * child gets a copy, in which it needs no other stack. */
RDL_EXPORT int clone(int (*function)(void *), void *stack, int flags,
                     void *argument, ...)
{
    const int shares = CLONE_VM | CLONE_VFORK;
    struct borrower borrower = { .function = function, .argument = argument };
    struct rdl_syscall call = { .number = SYS_clone, .pc = RDL_PC };
    void *parent_tid, *tls, *child_tid;
    va_list more;
    long child;

    va_start(more, argument);
    parent_tid = va_arg(more, void *);
    tls = va_arg(more, void *);
    child_tid = va_arg(more, void *);
    va_end(more);
    if (!rdl_controlled() || (flags & CLONE_THREAD) != 0)
        return REAL(clone)(function, stack, flags, argument, parent_tid, tls,
                           child_tid);
    if (function == NULL || stack == NULL) {
        errno = EINVAL;
        return -1;
    }
    if ((flags & shares) == shares)
        return spawn_clone_and_wait(&borrower, stack, flags, parent_tid, tls,
                                    child_tid, RDL_PC);
    if ((flags & CLONE_VM) != 0)
        rdl_process_shares_memory(RDL_PC);
    call.arg[0] = flags & ~shares;
    call.arg[2] = (long)parent_tid;
    call.arg[3] = (long)child_tid;
    call.arg[4] = (long)tls;
    child = rdl_syscall(&call);
    if (child == 0)
        _exit(function(argument));
    return rdl_answer(child);
}
