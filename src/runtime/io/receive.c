/* receive.c - read, readv, recv and related calls. */
#include "runtime/io/handlers.h"

#include "runtime/io/sockets/credentials.h"
#include "runtime/io/sockets/loopback.h"
#include "runtime/io/sockets/netlink.h"
#include "runtime/io/sockets/ports.h"
#include "runtime/io/vector.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

struct receive {
    struct rdl_io_try t;
    struct iovec one; /* for calls with a single buffer */
    struct msghdr m;  /* as passed to the kernel for a socket */
    int flags;        /* MSG_... */
    bool more;        /* the caller gets a name, flags, control data */
    struct sockaddr_storage name;
};

/* On a socket every call becomes a recvmsg, which has a flag not to wait. */
static long receive_message(struct receive *r, int fd)
{
    long n = rdl_raw(SYS_recvmsg, fd, &r->m,
                     (r->flags & ~MSG_WAITALL) | MSG_DONTWAIT);

    if (n < 0)
        return n;
    if ((r->flags & MSG_PEEK) == 0)
        rdl_loopback_received(fd, n);
    if (rdl_port_is_loopback(r->m.msg_name, r->m.msg_namelen))
        rdl_port_show(r->m.msg_name, r->m.msg_namelen);
    rdl_io_shown_credentials(&r->m);
    return n;
}

/* MSG_WAITALL: the rest of a partially completed request. */
static long receive_rest(struct receive *r, int fd)
{
    struct iovec rest =
        rdl_io_rest(r->m.msg_iov, r->m.msg_iovlen, (size_t)r->t.done);
    long n = rdl_raw(SYS_recvfrom, fd, rest.iov_base, rest.iov_len,
                     MSG_DONTWAIT, 0, 0);

    if (n > 0)
        rdl_loopback_received(fd, n);
    return n;
}

static long receive_all(struct receive *r, int fd)
{
    size_t total = rdl_io_total(r->m.msg_iov, r->m.msg_iovlen);

    for (;;) {
        long n = r->t.done == 0 ? receive_message(r, fd) : receive_rest(r, fd);

        if (n == -EAGAIN)
            return -EAGAIN;
        if (n <= 0)
            return r->t.done > 0 ? r->t.done : n;
        r->t.done += n;
        if ((size_t)r->t.done >= total)
            return r->t.done;
    }
}

static long receive_attempt(struct rdl_io_try *t, int fd)
{
    struct receive *r = (struct receive *)t;
    const struct rdl_descriptor *d = rdl_io_known(fd);
    struct pollfd p = { .fd = fd, .events = POLLIN };
    /* A buffer smaller than the number is an error whether there is one or
     * not. */
    bool too_little = d->kind == RDL_IO_EVENT &&
                      rdl_io_total(r->m.msg_iov, r->m.msg_iovlen) < 8;

    if (rdl_io_is_socket(d)) {
        if (t->blocking && (r->flags & MSG_WAITALL) != 0 &&
            (r->flags & MSG_PEEK) == 0)
            return receive_all(r, fd);
        return receive_message(r, fd);
    }
    if (t->blocking && !too_little && rdl_io_look(&p, 1, false) == 0)
        return -EAGAIN;
    return rdl_raw6(t->io->number, fd, t->io->arg[1], t->io->arg[2],
                    t->io->arg[3], t->io->arg[4], t->io->arg[5]);
}

static void receive_stores(struct rdl_io_try *t, long result,
                           struct rdl_pieces *out)
{
    struct receive *r = (struct receive *)t;
    size_t total = rdl_io_total(r->m.msg_iov, r->m.msg_iovlen);
    size_t bytes = result > 0 ? (size_t)result : 0;

    if (result < 0)
        return;
    out->fixed[0] = (struct iovec){ &r->name, r->m.msg_namelen < sizeof(r->name)
                                                  ? r->m.msg_namelen
                                                  : sizeof(r->name) };
    out->fixed[1] = (struct iovec){ r->m.msg_control, r->m.msg_controllen };
    out->fixed[2] = (struct iovec){ &r->m.msg_flags, sizeof(r->m.msg_flags) };
    out->n = 3;
    out->data = r->m.msg_iov;
    out->n_data = r->m.msg_iovlen;
    out->bytes = bytes < total ? bytes : total;
}

/* Descriptors that arrived in a message represent files of the outside. */
static void receive_place_descriptors(struct msghdr *m)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c != NULL;
         c = CMSG_NXTHDR(m, c)) {
        size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t i = 0; i < n; i++) {
            int fd;

            memcpy(&fd, CMSG_DATA(c) + i * sizeof(fd), sizeof(fd));
            rdl_io_place(fd, AF_UNIX, SOCK_STREAM, 0);
        }
    }
}

static void receive_served(struct rdl_io_try *t, long result,
                           const struct rdl_pieces *in)
{
    struct receive *r = (struct receive *)t;

    if (result > 0)
        rdl_netlink_answered(t->fd, &r->m, (size_t)result);
    if (result < 0 || !r->more)
        return;
    r->m.msg_namelen = (socklen_t)in->fixed[0].iov_len;
    r->m.msg_controllen = in->fixed[1].iov_len;
    if (r->m.msg_control != NULL)
        receive_place_descriptors(&r->m);
}

static long receive(struct receive *r, const struct rdl_io *io, int flags)
{
    r->flags = flags;
    r->t = (struct rdl_io_try){
        .io = io,
        .fd = (int)io->arg[0],
        .events = POLLIN,
        .blocking = (flags & (MSG_DONTWAIT | MSG_ERRQUEUE)) == 0,
        .timeout_option = SO_RCVTIMEO,
        .attempt = receive_attempt,
        .stores = receive_stores,
        .served = receive_served,
    };
    return rdl_io_run(&r->t);
}

long rdl_io_read(const struct rdl_io *io)
{
    struct receive r = { .one = { (void *)io->arg[1], (size_t)io->arg[2] } };

    r.m = (struct msghdr){ .msg_iov = &r.one, .msg_iovlen = 1 };
    return receive(&r, io, 0);
}

/* readv, and preadv2 at the current position. */
long rdl_io_readv(const struct rdl_io *io)
{
    struct receive r = { .m = { .msg_iov = (struct iovec *)io->arg[1],
                                .msg_iovlen = (size_t)io->arg[2] } };

    if (!rdl_io_vectors_ok(r.m.msg_iov, r.m.msg_iovlen))
        return rdl_io_at_once(io);
    return receive(&r, io, 0);
}

long rdl_io_recvfrom(const struct rdl_io *io)
{
    struct receive r = { .one = { (void *)io->arg[1], (size_t)io->arg[2] } };
    struct sockaddr *addr = (struct sockaddr *)io->arg[4];
    socklen_t *size = (socklen_t *)io->arg[5];
    long result;

    if (!rdl_io_is_socket(rdl_io_find((int)io->arg[0])))
        return rdl_io_at_once(io);
    r.m = (struct msghdr){ .msg_iov = &r.one, .msg_iovlen = 1 };
    if (addr != NULL) {
        r.more = true;
        r.m.msg_name = &r.name;
        r.m.msg_namelen = sizeof(r.name);
    }
    result = receive(&r, io, (int)io->arg[3]);
    if (result >= 0 && addr != NULL) {
        long given = rdl_io_give_address(addr, size, &r.name, r.m.msg_namelen);

        return given < 0 ? given : result;
    }
    return result;
}

static long receive_user(const struct rdl_io *io, struct msghdr *user,
                         int flags)
{
    struct receive r = { .more = true };
    long result, given = 0;

    if (!rdl_io_is_socket(rdl_io_find((int)io->arg[0])) ||
        !rdl_io_message_ok(user))
        return rdl_io_at_once(io);
    r.m = *user;
    if (user->msg_name != NULL) {
        r.m.msg_name = &r.name;
        r.m.msg_namelen = sizeof(r.name);
    }
    result = receive(&r, io, flags);
    if (result < 0)
        return result;
    user->msg_controllen = r.m.msg_controllen;
    user->msg_flags = r.m.msg_flags;
    if (user->msg_name != NULL)
        given = rdl_io_give_address(user->msg_name, &user->msg_namelen, &r.name,
                                    r.m.msg_namelen);
    return given < 0 ? given : result;
}

long rdl_io_recvmsg(const struct rdl_io *io)
{
    return receive_user(io, (struct msghdr *)io->arg[1], (int)io->arg[2]);
}

/* Like the kernel: it checks the time only after a message arrived. */
static bool receive_too_late(const struct timespec *timeout, uint64_t since)
{
    uint64_t passed = rdl_now() - since;

    return timeout != NULL &&
           passed >= (uint64_t)timeout->tv_sec * 1000000000u +
                         (uint64_t)timeout->tv_nsec;
}

long rdl_io_recvmmsg(const struct rdl_io *io)
{
    struct mmsghdr *messages = (struct mmsghdr *)io->arg[1];
    long n = io->arg[2];
    int flags = (int)io->arg[3];
    const struct timespec *timeout = (const struct timespec *)io->arg[4];
    uint64_t since;
    long arg[6] = { io->arg[0] };
    const struct rdl_io each = {
        .number = SYS_recvmsg,
        .arg = arg,
        .pc = io->pc,
        .cancellable = io->cancellable,
    };

    if (!rdl_readable_if_any(timeout, sizeof(*timeout)))
        return rdl_io_at_once(io);
    since = timeout != NULL ? rdl_now() : 0;
    for (long i = 0; i < n; i++) {
        long result;

        arg[1] = (long)&messages[i].msg_hdr;
        arg[2] = flags & ~MSG_WAITFORONE;
        result = rdl_io_recvmsg(&each);

        if (result < 0)
            return i > 0 ? i : result;
        messages[i].msg_len = (unsigned)result;
        if ((flags & MSG_WAITFORONE) != 0)
            flags |= MSG_DONTWAIT;
        if (receive_too_late(timeout, since))
            return i + 1;
    }
    return n;
}
