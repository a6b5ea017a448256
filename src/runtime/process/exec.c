/* exec.c - the process becomes another program, which is not under control.
 *
 * Children do it after fork; then only the signal mask has to be made real. If
 * the process under test does it, the execution ends, and nothing of ours
 * remains: the runtime writes what it knows before, and the driver judges by
 * the exit status of the other program. */

#include "runtime/machine/raw.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"
#include "runtime/observe/isolation.h"
#include "runtime/sched/family.h"
#include "runtime/sched/finish.h"
#include "runtime/signals/handled.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(int, execvpe, const char *, char *const *, char *const *);

/* `can`: nothing is known that makes the exec fail.  If it fails, a handler of
 * a failure goes on and may still return. */
static void exec_before(bool can, uintptr_t pc)
{
    rdl_point(RDL_OP_SYSCALL, NULL, 0, pc);
    if (can)
        rdl_handled_at_exec();
    if (rdl_rewinds && !rdl_child) {
        /* This process must return to main: another one repeats the
         * execution. */
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it replaces itself by another program (exec)", pc);
        rdl_finish(RDL_UNABLE, 0);
    }
    if (!rdl_child) {
        rdl_note(RDL_NOTE_EXEC,
                 "the program replaces itself by another (exec), which is not "
                 "under control",
                 pc);
        rdl_finish_write(RDL_EXITED, rdl_shared->config.expect_exit);
        if (rdl_shared->outcome.state == RDL_EXITED)
            rdl_shared->outcome.state = RDL_RUNNING;
    }
    rdl_families_exec_begins();
}

/* The exec failed. */
static void exec_after(void)
{
    rdl_families_exec_failed();
    if (!rdl_child)
        rdl_shared->outcome = (struct rdl_outcome){ .state = RDL_RUNNING };
}

static long exec_raw(const struct rdl_syscall *call)
{
    const bool can =
        call->number != SYS_execve ||
        rdl_raw(SYS_faccessat, AT_FDCWD, call->arg[0], X_OK, 0) == 0;
    long result;

    exec_before(can, call->pc);
    result = rdl_raw6(call->number, call->arg[0], call->arg[1], call->arg[2],
                      call->arg[3], call->arg[4], 0);
    exec_after();
    return result;
}

bool rdl_syscalls_exec(const struct rdl_syscall *call, long *result)
{
    if (call->number != SYS_execve && call->number != SYS_execveat)
        return false;
    *result = exec_raw(call);
    return true;
}

static int exec_path(const char *path, char *const argv[], char *const envp[],
                     uintptr_t pc)
{
    const struct rdl_syscall call = {
        .number = SYS_execve,
        .arg = { (long)path, (long)argv, (long)envp },
        .pc = pc,
    };

    return rdl_answer(rdl_controlled() ? exec_raw(&call)
                                       : rdl_raw(SYS_execve, path, argv, envp));
}

/* The C library searches PATH. */
static int exec_file(const char *file, char *const argv[], char *const envp[],
                     uintptr_t pc)
{
    int result;

    if (!rdl_controlled())
        return REAL(execvpe)(file, argv, envp);
    exec_before(true, pc);
    rdl_libc_begin();
    result = REAL(execvpe)(file, argv, envp);
    rdl_libc_end();
    exec_after();
    return result;
}

static int exec_at(int fd, const char *path, char *const argv[],
                   char *const envp[], int flags, uintptr_t pc)
{
    const struct rdl_syscall call = {
        .number = SYS_execveat,
        .arg = { fd, (long)path, (long)argv, (long)envp, flags },
        .pc = pc,
    };

    return rdl_answer(rdl_controlled()
                          ? exec_raw(&call)
                          : rdl_raw(SYS_execveat, fd, path, argv, envp, flags));
}

RDL_EXPORT int execve(const char *path, char *const argv[], char *const envp[])
{
    return exec_path(path, argv, envp, RDL_PC);
}

RDL_EXPORT int execv(const char *path, char *const argv[])
{
    return exec_path(path, argv, environ, RDL_PC);
}

RDL_EXPORT int execvpe(const char *file, char *const argv[], char *const envp[])
{
    return exec_file(file, argv, envp, RDL_PC);
}

RDL_EXPORT int execvp(const char *file, char *const argv[])
{
    return exec_file(file, argv, environ, RDL_PC);
}

RDL_EXPORT int fexecve(int fd, char *const argv[], char *const envp[])
{
    return exec_at(fd, "", argv, envp, AT_EMPTY_PATH, RDL_PC);
}

RDL_EXPORT int execveat(int fd, const char *path, char *const argv[],
                        char *const envp[], int flags)
{
    return exec_at(fd, path, argv, envp, flags, RDL_PC);
}

/* Builds `argv` in the caller's frame from the arguments up to and including
 * the NULL that ends them. */
#define COLLECT(argv, first, list)                                             \
    do {                                                                       \
        size_t n_ = 1;                                                         \
        va_start(list, first);                                                 \
        while (va_arg(list, char *) != NULL)                                   \
            n_++;                                                              \
        va_end(list);                                                          \
        (argv) = __builtin_alloca((n_ + 1) * sizeof(char *));                  \
        (argv)[0] = (char *)(uintptr_t)(first);                                \
        va_start(list, first);                                                 \
        for (size_t i_ = 1; i_ <= n_; i_++)                                    \
            (argv)[i_] = va_arg(list, char *);                                 \
    } while (0)

RDL_EXPORT int execl(const char *path, const char *first, ...)
{
    va_list list;
    char **argv;

    COLLECT(argv, first, list);
    va_end(list);
    return exec_path(path, argv, environ, RDL_PC);
}

RDL_EXPORT int execlp(const char *file, const char *first, ...)
{
    va_list list;
    char **argv;

    COLLECT(argv, first, list);
    va_end(list);
    return exec_file(file, argv, environ, RDL_PC);
}

RDL_EXPORT int execle(const char *path, const char *first, ...)
{
    va_list list;
    char **argv, **envp;

    COLLECT(argv, first, list);
    envp = va_arg(list, char **);
    va_end(list);
    return exec_path(path, argv, envp, RDL_PC);
}
