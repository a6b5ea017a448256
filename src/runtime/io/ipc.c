/* ipc.c - the C library's functions for the calls of retry.c; under dispatch
 * their system calls would get there anyway. */
#include "runtime/machine/raw.h"
#include "runtime/effects/effects.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <mqueue.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Cancellation points are those of POSIX: messages, not locks. */
static long ipc_call_at(long number, bool cancellable, uintptr_t pc, long a,
                        long b, long c, long d, long e)
{
    const struct rdl_syscall call = {
        .number = number,
        .arg = { a, b, c, d, e },
        .pc = pc,
        .cancellable = cancellable,
    };
    long result;

    if (rdl_controlled())
        return rdl_answer(rdl_syscall(&call));
    result = rdl_raw(number, a, b, c, d, e);
    rdl_effects_made(number, call.arg, result, pc);
    return rdl_answer(result);
}

RDL_EXPORT int flock(int fd, int operation)
{
    return (int)ipc_call_at(SYS_flock, false, RDL_PC, fd, operation, 0, 0, 0);
}

RDL_EXPORT int semop(int id, struct sembuf *operations, size_t n)
{
    return (int)ipc_call_at(SYS_semop, false, RDL_PC, id, (long)operations,
                            (long)n, 0, 0);
}

RDL_EXPORT int semtimedop(int id, struct sembuf *operations, size_t n,
                          const struct timespec *timeout)
{
    return (int)ipc_call_at(SYS_semtimedop, false, RDL_PC, id, (long)operations,
                            (long)n, (long)timeout, 0);
}

RDL_EXPORT int msgsnd(int id, const void *message, size_t size, int flags)
{
    return (int)ipc_call_at(SYS_msgsnd, true, RDL_PC, id, (long)message,
                            (long)size, flags, 0);
}

RDL_EXPORT ssize_t msgrcv(int id, void *message, size_t size, long type,
                          int flags)
{
    return ipc_call_at(SYS_msgrcv, true, RDL_PC, id, (long)message, (long)size,
                       type, flags);
}

RDL_EXPORT int mq_send(mqd_t queue, const char *message, size_t size,
                       unsigned priority)
{
    return (int)ipc_call_at(SYS_mq_timedsend, true, RDL_PC, queue,
                            (long)message, (long)size, (long)priority, 0);
}

RDL_EXPORT int mq_timedsend(mqd_t queue, const char *message, size_t size,
                            unsigned priority, const struct timespec *until)
{
    return (int)ipc_call_at(SYS_mq_timedsend, true, RDL_PC, queue,
                            (long)message, (long)size, (long)priority,
                            (long)until);
}

RDL_EXPORT ssize_t mq_receive(mqd_t queue, char *message, size_t size,
                              unsigned *priority)
{
    return ipc_call_at(SYS_mq_timedreceive, true, RDL_PC, queue, (long)message,
                       (long)size, (long)priority, 0);
}

RDL_EXPORT ssize_t mq_timedreceive(mqd_t queue, char *message, size_t size,
                                   unsigned *priority,
                                   const struct timespec *until)
{
    return ipc_call_at(SYS_mq_timedreceive, true, RDL_PC, queue, (long)message,
                       (long)size, (long)priority, (long)until);
}
