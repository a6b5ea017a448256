/* syscalls.c - the system calls of this family and their handlers. */
#include "runtime/io/handlers.h"

#include "runtime/effects/effects.h"
#include "runtime/machine/aside.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/file_metadata.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/syscalls/numbers.h"
#include "runtime/syscalls/shared_buffers.h"

#include <errno.h>

#define SYSCALL(name, handler, buffers, effect, step) [SYS_##name] = handler,
#define IO(h) rdl_io_##h
#define OTHER NULL
static rdl_io_handler *const handlers[] = {
#include "runtime/syscalls/list.h"
};
#undef SYSCALL

#define N_HANDLERS (long)(sizeof(handlers) / sizeof(handlers[0]))

/* A call through syscall() is not a cancellation point; stdio is one where the
 * C library makes it one. */
bool rdl_syscalls_io(const struct rdl_syscall *call, long *result)
{
    const struct rdl_io io = { .number = call->number,
                               .arg = call->arg,
                               .pc = call->pc,
                               .cancellable = call->cancellable };

    if (call->number < 0 || call->number >= N_HANDLERS ||
        handlers[call->number] == NULL)
        return false;
    if (io.cancellable)
        rdl_cancel_point();
    *result = handlers[call->number](&io);
    return true;
}

RDL_ASIDE long syscalls_io_call(long number, const long arg[6],
                                bool cancellable, uintptr_t pc)
{
    const struct rdl_io io = {
        .number = number, .arg = arg, .pc = pc, .cancellable = cancellable
    };
    const uint64_t steps = rdl_steps;
    long result;

    if (cancellable)
        rdl_cancel_point();
    rdl_unprotect_call(number, arg);
    result = handlers[number](&io);
    rdl_sharing_call(number, arg, result, steps, pc);
    rdl_effects_made(number, arg, result, pc);
    rdl_file_metadata_after(number, arg, result);
    return rdl_answer(result);
}
RDL_ASIDE_CALL(rdl_io_call, syscalls_io_call);
