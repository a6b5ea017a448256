/* intercept.c - intercepted: sockets. */
#include "runtime/io/call.h"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

RDL_REAL(int, socket, int, int, int);
RDL_REAL(int, socketpair, int, int, int, int *);
RDL_REAL(int, bind, int, const struct sockaddr *, socklen_t);
RDL_REAL(int, listen, int, int);
RDL_REAL(int, accept, int, struct sockaddr *, socklen_t *);
RDL_REAL(int, accept4, int, struct sockaddr *, socklen_t *, int);
RDL_REAL(int, connect, int, const struct sockaddr *, socklen_t);
RDL_REAL(int, shutdown, int, int);
RDL_REAL(int, getsockname, int, struct sockaddr *, socklen_t *);
RDL_REAL(int, getpeername, int, struct sockaddr *, socklen_t *);
RDL_REAL(int, getsockopt, int, int, int, void *, socklen_t *);
RDL_REAL(int, setsockopt, int, int, int, const void *, socklen_t);
RDL_REAL(ssize_t, recv, int, void *, size_t, int);
RDL_REAL(ssize_t, __recv_chk, int, void *, size_t, size_t, int);
RDL_REAL(ssize_t, recvfrom, int, void *, size_t, int, struct sockaddr *,
         socklen_t *);
RDL_REAL(ssize_t, __recvfrom_chk, int, void *, size_t, size_t, int,
         struct sockaddr *, socklen_t *);
RDL_REAL(ssize_t, recvmsg, int, struct msghdr *, int);
RDL_REAL(int, recvmmsg, int, struct mmsghdr *, unsigned, int,
         struct timespec *);
RDL_REAL(ssize_t, send, int, const void *, size_t, int);
RDL_REAL(ssize_t, sendto, int, const void *, size_t, int,
         const struct sockaddr *, socklen_t);
RDL_REAL(ssize_t, sendmsg, int, const struct msghdr *, int);
RDL_REAL(int, sendmmsg, int, struct mmsghdr *, unsigned, int);

/* The checked forms; no header declares them. */
ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags);
ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags,
                       __SOCKADDR_ARG from, socklen_t *length);

RDL_EXPORT int socket(int domain, int type, int protocol)
{
    if (!rdl_controlled())
        return REAL(socket)(domain, type, protocol);
    return (int)RDL_IO(SYS_socket, domain, type, protocol);
}

RDL_EXPORT int socketpair(int domain, int type, int protocol, int fd[2])
{
    if (!rdl_controlled())
        return REAL(socketpair)(domain, type, protocol, fd);
    return (int)RDL_IO(SYS_socketpair, domain, type, protocol, fd);
}

RDL_EXPORT int bind(int fd, __CONST_SOCKADDR_ARG addr, socklen_t size)
{
    if (!rdl_controlled())
        return REAL(bind)(fd, addr.__sockaddr__, size);
    return (int)RDL_IO(SYS_bind, fd, addr.__sockaddr__, size);
}

RDL_EXPORT int listen(int fd, int backlog)
{
    if (!rdl_controlled())
        return REAL(listen)(fd, backlog);
    return (int)RDL_IO(SYS_listen, fd, backlog);
}

RDL_EXPORT int accept(int fd, __SOCKADDR_ARG addr, socklen_t *size)
{
    if (!rdl_controlled())
        return REAL(accept)(fd, addr.__sockaddr__, size);
    return (int)RDL_IO_CANCEL(SYS_accept, fd, addr.__sockaddr__, size);
}

RDL_EXPORT int accept4(int fd, __SOCKADDR_ARG addr, socklen_t *size, int flags)
{
    if (!rdl_controlled())
        return REAL(accept4)(fd, addr.__sockaddr__, size, flags);
    return (int)RDL_IO_CANCEL(SYS_accept4, fd, addr.__sockaddr__, size, flags);
}

RDL_EXPORT int connect(int fd, __CONST_SOCKADDR_ARG addr, socklen_t size)
{
    if (!rdl_controlled())
        return REAL(connect)(fd, addr.__sockaddr__, size);
    return (int)RDL_IO_CANCEL(SYS_connect, fd, addr.__sockaddr__, size);
}

RDL_EXPORT int shutdown(int fd, int how)
{
    if (!rdl_controlled())
        return REAL(shutdown)(fd, how);
    return (int)RDL_IO(SYS_shutdown, fd, how);
}

RDL_EXPORT int getsockname(int fd, __SOCKADDR_ARG addr, socklen_t *size)
{
    if (!rdl_controlled())
        return REAL(getsockname)(fd, addr.__sockaddr__, size);
    return (int)RDL_IO(SYS_getsockname, fd, addr.__sockaddr__, size);
}

RDL_EXPORT int getpeername(int fd, __SOCKADDR_ARG addr, socklen_t *size)
{
    if (!rdl_controlled())
        return REAL(getpeername)(fd, addr.__sockaddr__, size);
    return (int)RDL_IO(SYS_getpeername, fd, addr.__sockaddr__, size);
}

RDL_EXPORT int getsockopt(int fd, int level, int name, void *value,
                          socklen_t *size)
{
    if (!rdl_controlled())
        return REAL(getsockopt)(fd, level, name, value, size);
    return (int)RDL_IO(SYS_getsockopt, fd, level, name, value, size);
}

RDL_EXPORT int setsockopt(int fd, int level, int name, const void *value,
                          socklen_t size)
{
    if (!rdl_controlled())
        return REAL(setsockopt)(fd, level, name, value, size);
    return (int)RDL_IO(SYS_setsockopt, fd, level, name, value, size);
}

RDL_EXPORT ssize_t recv(int fd, void *to, size_t size, int flags)
{
    if (!rdl_controlled())
        return REAL(recv)(fd, to, size, flags);
    return RDL_IO_CANCEL(SYS_recvfrom, fd, to, size, flags);
}

/* If the request does not fit, the C library ends the program. */
RDL_EXPORT ssize_t __recv_chk(int fd, void *to, size_t size, size_t room,
                              int flags)
{
    if (!rdl_controlled() || size > room)
        return REAL(__recv_chk)(fd, to, size, room, flags);
    return RDL_IO_CANCEL(SYS_recvfrom, fd, to, size, flags);
}

RDL_EXPORT ssize_t recvfrom(int fd, void *to, size_t size, int flags,
                            __SOCKADDR_ARG from, socklen_t *length)
{
    if (!rdl_controlled())
        return REAL(recvfrom)(fd, to, size, flags, from.__sockaddr__, length);
    return RDL_IO_CANCEL(SYS_recvfrom, fd, to, size, flags, from.__sockaddr__,
                         length);
}

RDL_EXPORT ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room,
                                  int flags, __SOCKADDR_ARG from,
                                  socklen_t *length)
{
    if (!rdl_controlled() || size > room)
        return REAL(__recvfrom_chk)(fd, to, size, room, flags,
                                    from.__sockaddr__, length);
    return RDL_IO_CANCEL(SYS_recvfrom, fd, to, size, flags, from.__sockaddr__,
                         length);
}

RDL_EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    if (!rdl_controlled())
        return REAL(recvmsg)(fd, message, flags);
    return RDL_IO_CANCEL(SYS_recvmsg, fd, message, flags);
}

RDL_EXPORT int recvmmsg(int fd, struct mmsghdr *messages, unsigned n, int flags,
                        struct timespec *timeout)
{
    if (!rdl_controlled())
        return REAL(recvmmsg)(fd, messages, n, flags, timeout);
    return (int)RDL_IO_CANCEL(SYS_recvmmsg, fd, messages, n, flags, timeout);
}

RDL_EXPORT ssize_t send(int fd, const void *from, size_t size, int flags)
{
    if (!rdl_controlled())
        return REAL(send)(fd, from, size, flags);
    return RDL_IO_CANCEL(SYS_sendto, fd, from, size, flags);
}

RDL_EXPORT ssize_t sendto(int fd, const void *from, size_t size, int flags,
                          __CONST_SOCKADDR_ARG to, socklen_t length)
{
    if (!rdl_controlled())
        return REAL(sendto)(fd, from, size, flags, to.__sockaddr__, length);
    return RDL_IO_CANCEL(SYS_sendto, fd, from, size, flags, to.__sockaddr__,
                         length);
}

RDL_EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    if (!rdl_controlled())
        return REAL(sendmsg)(fd, message, flags);
    return RDL_IO_CANCEL(SYS_sendmsg, fd, message, flags);
}

RDL_EXPORT int sendmmsg(int fd, struct mmsghdr *messages, unsigned n, int flags)
{
    if (!rdl_controlled())
        return REAL(sendmmsg)(fd, messages, n, flags);
    return (int)RDL_IO_CANCEL(SYS_sendmmsg, fd, messages, n, flags);
}
