/* send.c - write, writev, send and related calls. */
#include "runtime/io/handlers.h"

#include "runtime/io/sockets/credentials.h"
#include "runtime/io/sockets/loopback.h"
#include "runtime/io/sockets/netlink.h"
#include "runtime/io/sockets/ports.h"
#include "runtime/io/vector.h"
#include "runtime/machine/raw.h"
#include "runtime/core/thread.h"
#include "runtime/sched/needs.h"
#include "runtime/signals/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SENDFILE_PIECE 4096

struct send {
    struct rdl_io_try t;
    struct iovec one; /* for calls with a single buffer */
    struct msghdr m;
    int flags;   /* MSG_... */
    bool broken; /* a pipe without a reader */
    struct sockaddr_storage name;
};

static bool send_has_room(int fd)
{
    return rdl_loopback_room(fd) > 0;
}

static long send_message(struct send *s, int fd, size_t total)
{
    long room = s->t.blocking ? rdl_loopback_room(fd) : LONG_MAX;
    struct msghdr m = s->m;
    struct iovec rest;
    long n;

    if (room <= 0) {
        s->t.probe = send_has_room;
        return -EAGAIN;
    }
    m.msg_name = (void *)rdl_port_real(m.msg_name, m.msg_namelen, &s->name);
    if (s->t.done > 0 || total > (size_t)room) {
        rest = rdl_io_rest(m.msg_iov, m.msg_iovlen, (size_t)s->t.done);
        if (rest.iov_len > (size_t)room)
            rest.iov_len = (size_t)room;
        m = (struct msghdr){ .msg_iov = &rest, .msg_iovlen = 1 };
    }
    rdl_io_real_credentials(&m);
    n = rdl_raw(SYS_sendmsg, fd, &m, s->flags | MSG_DONTWAIT | MSG_NOSIGNAL);
    rdl_io_shown_credentials(&m); /* they are the caller's own */
    return n;
}

static long send_to_socket(struct send *s, int fd)
{
    size_t total = rdl_io_total(s->m.msg_iov, s->m.msg_iovlen);

    for (;;) {
        long n = send_message(s, fd, total);

        if (n == -EAGAIN && s->t.done > 0 && !s->t.blocking)
            return s->t.done;
        if (n < 0)
            return n == -EAGAIN || s->t.done == 0 ? n : s->t.done;
        if (rdl_port_is_loopback(s->m.msg_name, s->m.msg_namelen))
            rdl_port_settle(fd);
        rdl_loopback_sent(fd, n);
        s->t.done += n;
        if (n == 0 || (size_t)s->t.done >= total)
            return s->t.done;
    }
}

/* POLLOUT means that a pipe has space for PIPE_BUF bytes.  Up to that a write
 * is atomic and must be made whole.  A larger one is made in such pieces,
 * without another thread in between unless the pipe is full, as in the
 * kernel. */
static long send_to_pipe(struct send *s, int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };
    size_t total = rdl_io_total(s->m.msg_iov, s->m.msg_iovlen);

    for (;;) {
        struct iovec rest =
            rdl_io_rest(s->m.msg_iov, s->m.msg_iovlen, (size_t)s->t.done);
        size_t size = rest.iov_len < PIPE_BUF ? rest.iov_len : PIPE_BUF;
        bool room = rdl_io_look(&p, 1, false) > 0;
        long n;

        if ((p.revents & POLLERR) != 0) {
            s->broken = true;
            return s->t.done > 0 ? s->t.done : -EPIPE;
        }
        if (s->t.blocking && !room)
            return -EAGAIN;
        if (!s->t.blocking || total <= PIPE_BUF)
            return rdl_raw(SYS_writev, fd, s->m.msg_iov, s->m.msg_iovlen);
        n = rdl_raw(SYS_write, fd, rest.iov_base, size);
        if (n < 0)
            return s->t.done > 0 ? s->t.done : n;
        s->t.done += n;
        if ((size_t)s->t.done >= total)
            return s->t.done;
    }
}

/* An eventfd reports POLLOUT when there is space for 1; a larger number may not
 * fit.  Only this thread runs, so no other sees the flag change. */
static long send_to_event(struct send *s, int fd)
{
    long flags = rdl_raw(SYS_fcntl, fd, F_GETFL), n;

    rdl_raw(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
    n = rdl_raw(SYS_writev, fd, s->m.msg_iov, s->m.msg_iovlen);
    rdl_raw(SYS_fcntl, fd, F_SETFL, flags);
    return n;
}

static long send_attempt(struct rdl_io_try *t, int fd)
{
    struct send *s = (struct send *)t;

    switch ((enum rdl_io_kind)rdl_io_known(fd)->kind) {
    case RDL_IO_SOCKET:
    case RDL_IO_PAIR:
        return send_to_socket(s, fd);
    case RDL_IO_PIPE:
    case RDL_IO_FOREIGN:
        return send_to_pipe(s, fd);
    case RDL_IO_EVENT:
        return send_to_event(s, fd);
    default:
        return rdl_raw6(t->io->number, fd, t->io->arg[1], t->io->arg[2],
                        t->io->arg[3], t->io->arg[4], t->io->arg[5]);
    }
}

/* Does the kernel send SIGPIPE with this result?  In a replay the record gives
 * the result, and the signal must still arrive. */
static bool send_raises(const struct send *s, long result)
{
    const struct rdl_descriptor *d = rdl_io_known(s->t.fd);
    int type = 0;
    socklen_t size = sizeof(type);

    if (result != -EPIPE)
        return s->broken && !d->outside;
    if (!rdl_io_is_socket(d))
        return true;
    rdl_raw(SYS_getsockopt, s->t.fd, SOL_SOCKET, SO_TYPE, &type, &size);
    return type == SOCK_STREAM && (s->flags & MSG_NOSIGNAL) == 0;
}

/* The signal is virtual and delivered before the call returns. */
static void send_raise_broken(void)
{
    const siginfo_t info = { .si_signo = SIGPIPE, .si_code = SI_USER };

    rdl_signals_send(rdl_self, &info);
    rdl_attend(rdl_self);
}

static void send_served(struct rdl_io_try *t, long result,
                        const struct rdl_pieces *in)
{
    (void)in;
    if (result > 0)
        rdl_netlink_asked(t->fd, &((struct send *)t)->m);
}

static long send_run(struct send *s, const struct rdl_io *io, int flags)
{
    long result;

    s->flags = flags;
    s->t = (struct rdl_io_try){
        .io = io,
        .fd = (int)io->arg[0],
        .events = POLLOUT,
        .blocking = (flags & MSG_DONTWAIT) == 0,
        .timeout_option = SO_SNDTIMEO,
        .attempt = send_attempt,
        .served = send_served,
    };
    result = rdl_io_run(&s->t);
    if (unlikely(send_raises(s, result)))
        send_raise_broken();
    return result;
}

long rdl_io_write(const struct rdl_io *io)
{
    struct send s = { .one = { (void *)io->arg[1], (size_t)io->arg[2] } };

    s.m = (struct msghdr){ .msg_iov = &s.one, .msg_iovlen = 1 };
    return send_run(&s, io, 0);
}

/* writev, and pwritev2 at the current position. */
long rdl_io_writev(const struct rdl_io *io)
{
    struct send s = { .m = { .msg_iov = (struct iovec *)io->arg[1],
                             .msg_iovlen = (size_t)io->arg[2] } };

    if (!rdl_io_vectors_ok(s.m.msg_iov, s.m.msg_iovlen))
        return rdl_io_at_once(io);
    return send_run(&s, io, 0);
}

/* On anything but a socket the two functions below must fail like the
 * kernel. */
static bool send_is_socket(const struct rdl_io *io)
{
    return rdl_io_is_socket(rdl_io_find((int)io->arg[0]));
}

long rdl_io_sendto(const struct rdl_io *io)
{
    struct send s = { .one = { (void *)io->arg[1], (size_t)io->arg[2] } };

    if (!send_is_socket(io) ||
        !rdl_readable_if_any((void *)io->arg[4], (socklen_t)io->arg[5]))
        return rdl_io_at_once(io);
    s.m = (struct msghdr){
        .msg_name = (void *)io->arg[4],
        .msg_namelen = (socklen_t)io->arg[5],
        .msg_iov = &s.one,
        .msg_iovlen = 1,
    };
    return send_run(&s, io, (int)io->arg[3]);
}

/* Its name and control data are read here, too. */
static bool send_message_ok(const struct msghdr *m)
{
    return rdl_io_message_ok(m) &&
           rdl_readable_if_any(m->msg_name, m->msg_namelen) &&
           rdl_readable_if_any(m->msg_control, m->msg_controllen);
}

long rdl_io_sendmsg(const struct rdl_io *io)
{
    const struct msghdr *user = (const struct msghdr *)io->arg[1];
    struct send s = { 0 };

    if (!send_is_socket(io) || !send_message_ok(user))
        return rdl_io_at_once(io);
    s.m = *user;
    return send_run(&s, io, (int)io->arg[2]);
}

long rdl_io_sendmmsg(const struct rdl_io *io)
{
    struct mmsghdr *messages = (struct mmsghdr *)io->arg[1];
    long n = io->arg[2];
    long arg[6] = { io->arg[0], 0, io->arg[3] };
    const struct rdl_io each = {
        .number = SYS_sendmsg,
        .arg = arg,
        .pc = io->pc,
        .cancellable = io->cancellable,
    };

    if (!send_is_socket(io))
        return rdl_io_at_once(io);
    for (long i = 0; i < n; i++) {
        long result;

        arg[1] = (long)&messages[i].msg_hdr;
        result = rdl_io_sendmsg(&each);
        if (result < 0)
            return i > 0 ? i : result;
        messages[i].msg_len = (unsigned)result;
    }
    return n;
}

/* Reads the file and writes it: then the other end needs no special case. The
 * buffer is on the caller's stack, which may be small. */
long rdl_io_sendfile(const struct rdl_io *io)
{
    int in = (int)io->arg[1];
    off_t *offset = (off_t *)io->arg[2];
    size_t count = (size_t)io->arg[3], total = 0;
    off_t at;

    if (!rdl_readable_if_any(offset, sizeof(*offset)))
        return rdl_io_at_once(io);
    at = offset != NULL ? *offset : rdl_raw(SYS_lseek, in, 0, SEEK_CUR);
    if (rdl_io_find(in)->kind != RDL_IO_FILE)
        return -EINVAL;
    if (rdl_io_find((int)io->arg[0])->kind == RDL_IO_FILE)
        return rdl_io_at_once(io);
    while (total < count) {
        char piece[SENDFILE_PIECE];
        size_t want =
            count - total < sizeof(piece) ? count - total : sizeof(piece);
        long got = rdl_raw(SYS_pread64, in, piece, want, at), sent;
        struct send s = { .one = { piece, (size_t)(got > 0 ? got : 0) } };

        if (got <= 0)
            return total > 0 ? (long)total : got;
        s.m = (struct msghdr){ .msg_iov = &s.one, .msg_iovlen = 1 };
        sent = send_run(&s, io, 0);
        if (sent < 0)
            return total > 0 ? (long)total : sent;
        at += sent;
        total += (size_t)sent;
        if (offset != NULL)
            *offset = at;
        else
            rdl_raw(SYS_lseek, in, at, SEEK_SET);
        if (sent < got)
            break;
    }
    return (long)total;
}
