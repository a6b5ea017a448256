/* groups.c - process groups and sessions, by the target's virtual ids.
 *
 * As under a shell with job control, the process leads its group and its parent
 * the session: every isolation makes it the leader of a real group, but the
 * real session depends on the isolation. */

#include "runtime/core/interceptor.h"
#include "runtime/core/identity.h"
#include "runtime/machine/raw.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/children.h"

#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(pid_t, getpgrp, void);
RDL_REAL(pid_t, getpgid, pid_t);
RDL_REAL(pid_t, getsid, pid_t);
RDL_REAL(int, setpgid, pid_t, pid_t);
RDL_REAL(pid_t, setsid, void);

pid_t __getpgid(pid_t pid);

static long session; /* in which the process was started */

/* A fork server's children inherit it. */
__attribute__((constructor)) static void note_session(void)
{
    session = rdl_raw(SYS_getsid, 0);
}

static long groups_shown(long real)
{
    return real > 0 ? rdl_children_shown((int)real) : real;
}

static long groups_get_session(int pid)
{
    long real = rdl_raw(SYS_getsid, rdl_children_real(pid));

    return real > 0 && real == session ? RDL_VPID - 1 : groups_shown(real);
}

bool rdl_syscalls_groups(const struct rdl_syscall *call, long *result)
{
    const long *a = call->arg;

    switch (call->number) {
    case SYS_getpgrp:
        *result = groups_shown(rdl_raw(SYS_getpgrp));
        return true;
    case SYS_getpgid:
        *result =
            groups_shown(rdl_raw(SYS_getpgid, rdl_children_real((int)a[0])));
        return true;
    case SYS_getsid:
        *result = groups_get_session((int)a[0]);
        return true;
    case SYS_setpgid:
        *result = rdl_raw(SYS_setpgid, rdl_children_real((int)a[0]),
                          rdl_children_real((int)a[1]));
        return true;
    case SYS_setsid:
        *result = groups_shown(rdl_raw(SYS_setsid));
        return true;
    default:
        return false;
    }
}

/* Ids are virtual from the start, like getpid's (identity.c). */
static long groups_ask(long number, long pid)
{
    const struct rdl_syscall call = { .number = number, .arg = { pid } };
    long result = 0;

    rdl_syscalls_groups(&call, &result);
    return rdl_answer(result);
}

RDL_EXPORT pid_t getpgrp(void)
{
    return rdl_alone() ? REAL(getpgrp)() : (pid_t)groups_ask(SYS_getpgrp, 0);
}

RDL_EXPORT pid_t getpgid(pid_t pid)
{
    return rdl_alone() ? REAL(getpgid)(pid)
                       : (pid_t)groups_ask(SYS_getpgid, pid);
}

RDL_EXPORT pid_t __getpgid(pid_t pid)
{
    return getpgid(pid);
}

RDL_EXPORT pid_t getsid(pid_t pid)
{
    return rdl_alone() ? REAL(getsid)(pid) : (pid_t)groups_ask(SYS_getsid, pid);
}

static int groups_set_group(pid_t pid, pid_t group, uintptr_t pc)
{
    const long arg[6] = { pid, group };

    if (!rdl_controlled())
        return REAL(setpgid)(rdl_children_real(pid), rdl_children_real(group));
    return (int)rdl_syscall_errno(SYS_setpgid, arg, pc);
}

RDL_EXPORT int setpgid(pid_t pid, pid_t group)
{
    return groups_set_group(pid, group, RDL_PC);
}

RDL_EXPORT int setpgrp(void)
{
    return groups_set_group(0, 0, RDL_PC);
}

RDL_EXPORT pid_t setsid(void)
{
    const long arg[6] = { 0 };

    if (!rdl_controlled())
        return (pid_t)groups_shown(REAL(setsid)());
    return (pid_t)rdl_syscall_errno(SYS_setsid, arg, RDL_PC);
}
