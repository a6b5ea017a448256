/* syscalls.c - which system calls are this family's, and who handles them.
 */
#include "runtime/io/handlers.h"

#include "runtime/effects/effects.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/syscalls/shared_buffers.h"

#include <errno.h>
#include <sys/syscall.h>

static rdl_io_handler *const handlers[] = {
    [SYS_read] = rdl_io_read,
    [SYS_readv] = rdl_io_readv,
    [SYS_pread64] = rdl_io_at_once,
    [SYS_preadv] = rdl_io_at_once,
    [SYS_preadv2] = rdl_io_readv_at,
    [SYS_recvfrom] = rdl_io_recvfrom,
    [SYS_recvmsg] = rdl_io_recvmsg,
    [SYS_recvmmsg] = rdl_io_recvmmsg,

    [SYS_write] = rdl_io_write,
    [SYS_writev] = rdl_io_writev,
    [SYS_pwrite64] = rdl_io_at_once,
    [SYS_pwritev] = rdl_io_at_once,
    [SYS_pwritev2] = rdl_io_writev_at,
    [SYS_sendto] = rdl_io_sendto,
    [SYS_sendmsg] = rdl_io_sendmsg,
    [SYS_sendmmsg] = rdl_io_sendmmsg,
    [SYS_sendfile] = rdl_io_sendfile,

    [SYS_splice] = rdl_io_splice,
    [SYS_tee] = rdl_io_tee,
    [SYS_vmsplice] = rdl_io_vmsplice,
    [SYS_lseek] = rdl_io_at_once,
    [SYS_fsync] = rdl_io_at_once,
    [SYS_fdatasync] = rdl_io_at_once,
    [SYS_ftruncate] = rdl_io_at_once,
    [SYS_ioctl] = rdl_io_ioctl,
    [SYS_fcntl] = rdl_io_fcntl,
    [SYS_io_uring_setup] = rdl_io_uring,

    [SYS_open] = rdl_io_open,
    [SYS_openat] = rdl_io_openat,
    [SYS_creat] = rdl_io_creat,
    [SYS_close] = rdl_io_close,
    [SYS_close_range] = rdl_io_close_range,
    [SYS_dup] = rdl_io_dup,
    [SYS_dup2] = rdl_io_dup2,
    [SYS_dup3] = rdl_io_dup2,
    [SYS_pipe] = rdl_io_pipe,
    [SYS_pipe2] = rdl_io_pipe,
    [SYS_eventfd] = rdl_io_eventfd,
    [SYS_eventfd2] = rdl_io_eventfd,
    [SYS_inotify_init] = rdl_io_watch,
    [SYS_inotify_init1] = rdl_io_watch,
    [SYS_pidfd_open] = rdl_io_pidfd_open,

    [SYS_socket] = rdl_io_socket,
    [SYS_socketpair] = rdl_io_socketpair,
    [SYS_bind] = rdl_io_bind,
    [SYS_listen] = rdl_io_listen,
    [SYS_accept] = rdl_io_accept,
    [SYS_accept4] = rdl_io_accept,
    [SYS_connect] = rdl_io_connect,
    [SYS_shutdown] = rdl_io_shutdown,
    [SYS_getsockname] = rdl_io_getname,
    [SYS_getpeername] = rdl_io_getname,
    [SYS_getsockopt] = rdl_io_getsockopt,
    [SYS_setsockopt] = rdl_io_setsockopt,

    [SYS_poll] = rdl_io_poll_call,
    [SYS_ppoll] = rdl_io_ppoll,
    [SYS_select] = rdl_io_select,
    [SYS_pselect6] = rdl_io_pselect,

    [SYS_epoll_create] = rdl_io_epoll_create,
    [SYS_epoll_create1] = rdl_io_epoll_create,
    [SYS_epoll_ctl] = rdl_io_epoll_ctl,
    [SYS_epoll_wait] = rdl_io_epoll_wait,
    [SYS_epoll_pwait] = rdl_io_epoll_wait,
    [SYS_epoll_pwait2] = rdl_io_epoll_pwait2,
};

#define N_HANDLERS (long)(sizeof(handlers) / sizeof(handlers[0]))

/* What comes through here by syscall() is no cancellation point; stdio is one
 * where the C library makes it one. */
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

long rdl_io_call(long number, const long arg[6], bool cancellable, uintptr_t pc)
{
    const struct rdl_io io = {
        .number = number, .arg = arg, .pc = pc, .cancellable = cancellable
    };
    long result;

    if (cancellable)
        rdl_cancel_point();
    rdl_unprotect_call(number, arg);
    rdl_sharing_call(number, arg);
    result = handlers[number](&io);
    rdl_effects_made(number, arg, result, pc);
    return rdl_answer(result);
}
