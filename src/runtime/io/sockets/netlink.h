/* netlink.h - requests to the kernel by netlink, in a replay. */
#ifndef RDL_RUNTIME_IO_SOCKETS_NETLINK_H
#define RDL_RUNTIME_IO_SOCKETS_NETLINK_H

#include <stddef.h>
#include <sys/socket.h>

/* The record answered the send of `m`, or has filled `bytes` of `m`. */
void rdl_netlink_asked(int fd, const struct msghdr *m);
void rdl_netlink_answered(int fd, const struct msghdr *m, size_t bytes);

#endif
