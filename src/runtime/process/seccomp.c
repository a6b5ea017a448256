/* seccomp.c - the program filters its own system calls.
 *
 * The kernel asks the filter about the runtime's calls too.  In strict mode it
 * ends the process at the first one, by a SIGKILL that looks like one from
 * outside; so the runtime says it and gives up before.  A filter that the
 * program wrote may allow what the runtime needs. */
#include "runtime/core/note.h"
#include "runtime/core/control.h"
#include "runtime/sched/finish.h"
#include "runtime/syscalls/syscalls.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static bool seccomp_is_strict(const struct rdl_syscall *call)
{
    return call->number == SYS_seccomp ? call->arg[0] == SECCOMP_SET_MODE_STRICT
                                       : call->arg[1] == SECCOMP_MODE_STRICT;
}

static bool seccomp_is_filter(const struct rdl_syscall *call)
{
    return call->number == SYS_seccomp ? call->arg[0] == SECCOMP_SET_MODE_FILTER
                                       : call->arg[1] == SECCOMP_MODE_FILTER;
}

/* A child's end is for its parent to judge. */
bool rdl_syscalls_seccomp(const struct rdl_syscall *call, long *result)
{
    (void)result;
    if ((call->number != SYS_seccomp &&
         (call->number != SYS_prctl || call->arg[0] != PR_SET_SECCOMP)) ||
        rdl_child)
        return false;
    if (seccomp_is_strict(call)) {
        rdl_note(RDL_NOTE_SECCOMP_STRICT,
                 "the program forbids itself all system calls but read, write "
                 "and exit (seccomp, strict mode): under raddle the kernel "
                 "would end it at the next one; leave that call out of the "
                 "test",
                 call->pc);
        rdl_finish(RDL_UNABLE, 0);
    }
    if (seccomp_is_filter(call))
        rdl_note(RDL_NOTE_SECCOMP,
                 "the program filters its system calls (seccomp): the filter "
                 "does not see those that raddle answers itself (of time, "
                 "threads and process ids); if it ends the program (SIGSYS), "
                 "the call may be one of raddle's own",
                 call->pc);
    return false;
}
