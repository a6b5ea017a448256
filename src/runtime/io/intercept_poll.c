/* intercept_poll.c - intercepted: waiting for several descriptors. */
#include "runtime/io/call.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>

#define MASK_SIZE 8 /* of a signal mask of the kernel */

RDL_REAL(int, poll, struct pollfd *, nfds_t, int);
RDL_REAL(int, __poll_chk, struct pollfd *, nfds_t, int, size_t);
RDL_REAL(int, ppoll, struct pollfd *, nfds_t, const struct timespec *,
         const sigset_t *);
RDL_REAL(int, __ppoll_chk, struct pollfd *, nfds_t, const struct timespec *,
         const sigset_t *, size_t);
RDL_REAL(int, select, int, fd_set *, fd_set *, fd_set *, struct timeval *);
RDL_REAL(int, pselect, int, fd_set *, fd_set *, fd_set *,
         const struct timespec *, const sigset_t *);
RDL_REAL(int, epoll_create, int);
RDL_REAL(int, epoll_create1, int);
RDL_REAL(int, epoll_ctl, int, int, int, struct epoll_event *);
RDL_REAL(int, epoll_wait, int, struct epoll_event *, int, int);
RDL_REAL(int, epoll_pwait, int, struct epoll_event *, int, int,
         const sigset_t *);
RDL_REAL(int, epoll_pwait2, int, struct epoll_event *, int,
         const struct timespec *, const sigset_t *);

/* The checked forms; no header declares them. */
int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room);
int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout,
                const sigset_t *mask, size_t room);

RDL_EXPORT int poll(struct pollfd *fds, nfds_t n, int timeout)
{
    if (!rdl_controlled())
        return REAL(poll)(fds, n, timeout);
    return (int)RDL_IO_CANCEL(SYS_poll, fds, n, timeout);
}

/* If the set does not fit, the C library ends the program. */
RDL_EXPORT int __poll_chk(struct pollfd *fds, nfds_t n, int timeout,
                          size_t room)
{
    if (!rdl_controlled() || room / sizeof(*fds) < n)
        return REAL(__poll_chk)(fds, n, timeout, room);
    return (int)RDL_IO_CANCEL(SYS_poll, fds, n, timeout);
}

RDL_EXPORT int ppoll(struct pollfd *fds, nfds_t n,
                     const struct timespec *timeout, const sigset_t *mask)
{
    if (!rdl_controlled())
        return REAL(ppoll)(fds, n, timeout, mask);
    return (int)RDL_IO_CANCEL(SYS_ppoll, fds, n, timeout, mask, MASK_SIZE);
}

RDL_EXPORT int __ppoll_chk(struct pollfd *fds, nfds_t n,
                           const struct timespec *timeout, const sigset_t *mask,
                           size_t room)
{
    if (!rdl_controlled() || room / sizeof(*fds) < n)
        return REAL(__ppoll_chk)(fds, n, timeout, mask, room);
    return (int)RDL_IO_CANCEL(SYS_ppoll, fds, n, timeout, mask, MASK_SIZE);
}

RDL_EXPORT int select(int limit, fd_set *to_read, fd_set *to_write,
                      fd_set *urgent, struct timeval *timeout)
{
    if (!rdl_controlled())
        return REAL(select)(limit, to_read, to_write, urgent, timeout);
    return (int)RDL_IO_CANCEL(SYS_select, limit, to_read, to_write, urgent,
                              timeout);
}

RDL_EXPORT int pselect(int limit, fd_set *to_read, fd_set *to_write,
                       fd_set *urgent, const struct timespec *timeout,
                       const sigset_t *mask)
{
    const struct {
        const sigset_t *mask;
        size_t size;
    } sixth = { mask, MASK_SIZE };

    if (!rdl_controlled())
        return REAL(pselect)(limit, to_read, to_write, urgent, timeout, mask);
    return (int)RDL_IO_CANCEL(SYS_pselect6, limit, to_read, to_write, urgent,
                              timeout, &sixth);
}

RDL_EXPORT int epoll_create(int size)
{
    if (!rdl_controlled())
        return REAL(epoll_create)(size);
    return (int)RDL_IO(SYS_epoll_create, size);
}

RDL_EXPORT int epoll_create1(int flags)
{
    if (!rdl_controlled())
        return REAL(epoll_create1)(flags);
    return (int)RDL_IO(SYS_epoll_create1, flags);
}

RDL_EXPORT int epoll_ctl(int set, int operation, int fd,
                         struct epoll_event *event)
{
    if (!rdl_controlled())
        return REAL(epoll_ctl)(set, operation, fd, event);
    return (int)RDL_IO(SYS_epoll_ctl, set, operation, fd, event);
}

RDL_EXPORT int epoll_wait(int set, struct epoll_event *events, int room,
                          int timeout)
{
    if (!rdl_controlled())
        return REAL(epoll_wait)(set, events, room, timeout);
    return (int)RDL_IO_CANCEL(SYS_epoll_wait, set, events, room, timeout);
}

RDL_EXPORT int epoll_pwait(int set, struct epoll_event *events, int room,
                           int timeout, const sigset_t *mask)
{
    if (!rdl_controlled())
        return REAL(epoll_pwait)(set, events, room, timeout, mask);
    return (int)RDL_IO_CANCEL(SYS_epoll_pwait, set, events, room, timeout, mask,
                              MASK_SIZE);
}

RDL_EXPORT int epoll_pwait2(int set, struct epoll_event *events, int room,
                            const struct timespec *timeout,
                            const sigset_t *mask)
{
    if (!rdl_controlled())
        return REAL(epoll_pwait2)(set, events, room, timeout, mask);
    return (int)RDL_IO_CANCEL(SYS_epoll_pwait2, set, events, room, timeout,
                              mask, MASK_SIZE);
}
