/* syscalls.h - system calls made by the target, however it makes them.
 *
 * They arrive from interposed libc functions, from syscall(), and, under
 * Syscall User Dispatch, from any `syscall` instruction outside the runtime
 * (locks inside libc, stdio's reads, inline assembly).  All three end in
 * rdl_syscall(), which asks the families of the list below; a call that no
 * family handles goes to the kernel.
 *
 * A family promises: it returns false and changes nothing if the call is not
 * its own; otherwise *result is the value or -errno, never errno itself. */
#ifndef RDL_RUNTIME_SYSCALLS_SYSCALLS_H
#define RDL_RUNTIME_SYSCALLS_SYSCALLS_H

#include "runtime/machine/raw.h"
#include "runtime/machine/syscall.h"
#include "runtime/core/interceptor.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

/* Every family once, in the order in which they are asked. */
#define RDL_SYSCALL_FAMILIES(FAMILY)                                           \
    FAMILY(futex)                                                              \
    FAMILY(io)                                                                 \
    FAMILY(time)                                                               \
    FAMILY(random)                                                             \
    FAMILY(identity)                                                           \
    FAMILY(thread_names)                                                       \
    FAMILY(prctl)                                                              \
    FAMILY(seccomp)                                                            \
    FAMILY(signals)                                                            \
    FAMILY(signal_fd)                                                          \
    FAMILY(process)                                                            \
    FAMILY(groups)                                                             \
    FAMILY(proc)                                                               \
    FAMILY(exec)                                                               \
    FAMILY(exit)                                                               \
    FAMILY(map)                                                                \
    FAMILY(retry)

#define FAMILY(name)                                                           \
    bool rdl_syscalls_##name(const struct rdl_syscall *call, long *result);
RDL_SYSCALL_FAMILIES(FAMILY)
#undef FAMILY

/* The value or -errno. */
long rdl_syscall(const struct rdl_syscall *call);

/* For interposed functions: -errno becomes errno and -1. */
static inline long rdl_answer(long result)
{
    if (!rdl_raw_failed(result))
        return result;
    errno = (int)-result;
    return -1;
}
/* Both at once. */
long rdl_syscall_errno(long number, const long arg[6], uintptr_t pc);
#define RDL_SYSCALL(number, ...)                                               \
    rdl_syscall_errno((number), (const long[6]){ __VA_ARGS__ }, RDL_PC)

/* An uncontrolled call has been blocking for long: gives the user a note. */
void rdl_syscall_blocks(long number);

/* Arms Syscall User Dispatch for the calling kernel thread. */
void rdl_dispatch_arm(void);
/* Control begins: from now on calls are trapped. */
void rdl_dispatch_begin(void);
/* Is it armed?  (false: the kernel is older than 5.11, or refused) */
bool rdl_dispatch_armed(void);

#endif
