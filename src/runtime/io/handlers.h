/* handlers.h - the handlers of syscalls.c, by the file that has them, and what
 * they share. */
#ifndef RDL_RUNTIME_IO_HANDLERS_H
#define RDL_RUNTIME_IO_HANDLERS_H

#include "runtime/io/call.h"

#include <sys/socket.h>

/* receive.c */
rdl_io_handler rdl_io_read, rdl_io_readv, rdl_io_recvfrom, rdl_io_recvmsg,
    rdl_io_recvmmsg;
/* send.c */
rdl_io_handler rdl_io_write, rdl_io_writev, rdl_io_sendto, rdl_io_sendmsg,
    rdl_io_sendmmsg, rdl_io_sendfile;
/* file.c */
rdl_io_handler rdl_io_at_once, rdl_io_readv_at, rdl_io_writev_at, rdl_io_splice,
    rdl_io_tee, rdl_io_vmsplice, rdl_io_ioctl, rdl_io_uring;
/* open.c */
rdl_io_handler rdl_io_open, rdl_io_openat, rdl_io_creat, rdl_io_close,
    rdl_io_close_range, rdl_io_dup, rdl_io_dup2, rdl_io_fcntl, rdl_io_pipe,
    rdl_io_socketpair, rdl_io_eventfd, rdl_io_watch, rdl_io_pidfd_open;
/* socket.c */
rdl_io_handler rdl_io_socket, rdl_io_bind, rdl_io_listen, rdl_io_accept,
    rdl_io_connect, rdl_io_shutdown, rdl_io_getname, rdl_io_getsockopt,
    rdl_io_setsockopt;
/* poll.c */
rdl_io_handler rdl_io_poll_call, rdl_io_ppoll, rdl_io_select, rdl_io_pselect;
/* epoll.c */
rdl_io_handler rdl_io_epoll_create, rdl_io_epoll_ctl, rdl_io_epoll_wait,
    rdl_io_epoll_pwait2;

/* Makes a descriptor for one that a replay only has the number of: an
 * unconnected socket, so that its options and flags can be set. */
void rdl_io_place(int fd, int domain, int type, int protocol);
/* Stores an address like the kernel: as much as there is space for, and its
 * full size.  0, or -errno as the kernel has it where it cannot. */
long rdl_io_give_address(struct sockaddr *to, socklen_t *room,
                         const struct sockaddr_storage *from, socklen_t size);

#endif
