/* ptrace.c - ptrace(), and being traced.
 *
 * A program that asks to be traced (PTRACE_TRACEME, often to find out whether a
 * debugger has it) would stop at every signal until its parent lets it go on;
 * its parent is raddle, which does not.  So the target's is virtual: it
 * succeeds once, as without raddle, and has no consequences.  The target's
 * children have the kernel's: the target itself may trace them. */
#include "runtime/core/children.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"
#include "runtime/process/process.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/syscalls/syscalls.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

RDL_REAL(long, ptrace, enum __ptrace_request, long, long, long);

static bool traced;

static long ptrace_trace_me(void)
{
    if (traced)
        return -EPERM;
    traced = true;
    return 0;
}

long rdl_process_ptrace(const struct rdl_syscall *call)
{
    if (call->arg[0] == PTRACE_TRACEME && !rdl_child)
        return ptrace_trace_me();
    return RDL_PASS(SYS_ptrace, call->arg[0],
                    rdl_children_real((int)call->arg[1]), call->arg[2],
                    call->arg[3]);
}

/* Constructors may call it, before system calls are trapped. */
RDL_EXPORT long ptrace(enum __ptrace_request request, ...)
{
    va_list list;
    long a[3];

    va_start(list, request);
    for (int i = 0; i < 3; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (request == PTRACE_TRACEME && rdl_shared != NULL && !rdl_child)
        return rdl_answer(ptrace_trace_me());
    return REAL(ptrace)(request, a[0], a[1], a[2]);
}
