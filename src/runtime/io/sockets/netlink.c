/* netlink.c - see netlink.h.
 *
 * A request has a number, which its answers repeat, and whoever asks passes
 * over answers with another one.  The C library (getaddrinfo, if_nameindex) and
 * many programs take the time for it, some in ways that raddle does not see.
 * So the answers that a schedule has get the number of the replay's request. */
#include "runtime/io/sockets/netlink.h"

#include "runtime/io/table.h"
#include "runtime/machine/peek.h"
#include "runtime/machine/raw.h"

#include <linux/netlink.h>
#include <sys/syscall.h>

static bool netlink_is(int fd)
{
    int domain = AF_UNSPEC;
    socklen_t size = sizeof(domain);

    return rdl_io_is_socket(rdl_io_known(fd)) &&
           rdl_raw(SYS_getsockopt, fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) ==
               0 &&
           domain == AF_NETLINK;
}

void rdl_netlink_asked(int fd, const struct msghdr *m)
{
    struct nlmsghdr h;

    if (netlink_is(fd) && m->msg_iovlen > 0 &&
        m->msg_iov[0].iov_len >= sizeof(h) &&
        rdl_peek(&h, (uintptr_t)m->msg_iov[0].iov_base, sizeof(h)))
        rdl_io_known(fd)->asked = h.nlmsg_seq;
}

/* What comes without a request has the number 0. */
void rdl_netlink_answered(int fd, const struct msghdr *m, size_t bytes)
{
    struct nlmsghdr *h;

    if (!netlink_is(fd) || rdl_io_known(fd)->asked == 0 || m->msg_iovlen == 0)
        return;
    if (bytes > m->msg_iov[0].iov_len)
        bytes = m->msg_iov[0].iov_len;
    h = m->msg_iov[0].iov_base;
    for (size_t left = bytes; NLMSG_OK(h, left); h = NLMSG_NEXT(h, left)) {
        if (h->nlmsg_seq != 0)
            h->nlmsg_seq = rdl_io_known(fd)->asked;
    }
}
