/* intercept.c - the C library's syscall(). */
#include "runtime/core/interceptor.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/needs.h"

#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(long, syscall, long, ...);

RDL_EXPORT long syscall(long number, ...)
{
    struct rdl_syscall call = { .number = number, .pc = RDL_PC };
    va_list arguments;

    /* Only the kernel knows how many of the six there are. */
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        call.arg[i] = va_arg(arguments, long);
    va_end(arguments);
    /* A child on a stack of its own cannot return through this frame. */
    if (!rdl_controlled() || rdl_process_new_stack(&call) ||
        number == SYS_rt_sigreturn)
        return REAL(syscall)(number, call.arg[0], call.arg[1], call.arg[2],
                             call.arg[3], call.arg[4], call.arg[5]);
    return rdl_syscall_errno(number, call.arg, call.pc);
}
