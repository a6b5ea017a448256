/* socket.c - sockets: names, connections, options.
 *
 * All of it is recorded, whatever is at the other end.  In a replay nothing
 * reaches the network: a socket is never bound nor connected, and accept
 * returns a placeholder. */
#include "runtime/io/handlers.h"

#include "runtime/io/sockets/credentials.h"
#include "runtime/io/sockets/loopback.h"
#include "runtime/io/sockets/ports.h"
#include "runtime/io/io.h"
#include "runtime/machine/peek.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

long rdl_io_give_address(struct sockaddr *to, socklen_t *room,
                         const struct sockaddr_storage *from, socklen_t size)
{
    socklen_t fits;

    if (!rdl_readable(room, sizeof(*room)))
        return -EFAULT;
    if ((int)*room < 0)
        return -EINVAL;
    fits = *room < size ? *room : size;
    fits = fits < sizeof(*from) ? fits : sizeof(*from);
    if (!rdl_readable(to, fits))
        return -EFAULT;
    memcpy(to, from, fits);
    *room = size;
    return 0;
}

/* Can raddle follow an address that the target gives?  If not the call fails,
 * and the kernel says how. */
static bool socket_address_ok(const struct rdl_io *io)
{
    const size_t size = (socklen_t)io->arg[2];

    return size <= sizeof(struct sockaddr_storage) &&
           rdl_readable((const void *)io->arg[1], size);
}

void rdl_io_place(int fd, int domain, int type, int protocol)
{
    long made = rdl_raw(SYS_socket, domain, type, protocol);

    if (made >= 0 && made != fd) {
        rdl_raw(SYS_dup3, made, fd, (type & SOCK_CLOEXEC) != 0 ? O_CLOEXEC : 0);
        rdl_raw(SYS_close, made);
    }
    rdl_io_made(fd, RDL_IO_SOCKET, /*outside=*/true);
}

long rdl_io_bind(const struct rdl_io *io)
{
    int fd = (int)io->arg[0];
    const struct sockaddr *addr = (const struct sockaddr *)io->arg[1];
    socklen_t size = (socklen_t)io->arg[2];
    struct sockaddr_storage copy;
    struct rdl_descriptor *d;
    bool is_path;
    long result;

    if (!socket_address_ok(io))
        return rdl_io_at_once(io);
    rdl_io_point(RDL_OP_IO, fd, io->pc);
    d = rdl_io_find(fd);
    is_path = size >= sizeof(addr->sa_family) && addr->sa_family == AF_UNIX;
    if (is_path && rdl_external_input_serving())
        rdl_io_raw(io); /* makes a file that the target may stat */
    if (rdl_io_served(io, d, NULL, &result))
        return result;
    result = rdl_raw(SYS_bind, fd, rdl_port_real(addr, size, &copy), size);
    if (result == 0) {
        d->named = rdl_port_of(addr, size) != 0;
        rdl_port_settle(fd);
    }
    return rdl_io_made_call(io, d, NULL, result);
}

long rdl_io_listen(const struct rdl_io *io)
{
    int fd = (int)io->arg[0];
    struct rdl_descriptor *d;
    long result;

    rdl_io_point(RDL_OP_IO, fd, io->pc);
    d = rdl_io_find(fd);
    if (!rdl_io_served(io, d, NULL, &result)) {
        result = rdl_io_raw(io);
        rdl_port_settle(fd);
        rdl_io_made_call(io, d, NULL, result);
    }
    d->listening = result == 0;
    return result;
}

/* --- accept --------------------------------------------------------------- */

struct acceptance {
    struct rdl_io_try t;
    int flags; /* SOCK_NONBLOCK, SOCK_CLOEXEC */
    struct sockaddr_storage name;
    socklen_t size;
};

static int socket_option(int fd, int name)
{
    int value = 0;
    socklen_t size = sizeof(value);

    rdl_raw(SYS_getsockopt, fd, SOL_SOCKET, name, &value, &size);
    return value;
}

static long socket_accept_attempt(struct rdl_io_try *t, int fd)
{
    struct acceptance *a = (struct acceptance *)t;
    struct sockaddr *addr = (struct sockaddr *)&a->name;
    struct pollfd p = { .fd = fd, .events = POLLIN };
    long made;

    if (t->blocking && rdl_io_look(&p, 1, false) == 0 &&
        socket_option(fd, SO_ACCEPTCONN) != 0)
        return -EAGAIN;
    a->size = sizeof(a->name);
    made = rdl_raw(SYS_accept4, fd, addr, &a->size, a->flags);
    if (made < 0)
        return made;
    rdl_io_made((int)made, RDL_IO_SOCKET, /*outside=*/true)->named = true;
    rdl_loopback_accepted((int)made, addr, a->size);
    if (rdl_port_is_loopback(addr, a->size))
        rdl_port_show(addr, a->size);
    return made;
}

static void socket_accept_stores(struct rdl_io_try *t, long result,
                                 struct rdl_pieces *out)
{
    struct acceptance *a = (struct acceptance *)t;

    if (result < 0)
        return;
    out->fixed[0] = (struct iovec){ &a->name, a->size };
    out->n = 1;
}

static void socket_accept_served(struct rdl_io_try *t, long result,
                                 const struct rdl_pieces *in)
{
    struct acceptance *a = (struct acceptance *)t;

    if (result < 0)
        return;
    a->size = (socklen_t)in->fixed[0].iov_len;
    rdl_io_place((int)result, socket_option(t->fd, SO_DOMAIN),
                 socket_option(t->fd, SO_TYPE) | a->flags,
                 socket_option(t->fd, SO_PROTOCOL));
}

long rdl_io_accept(const struct rdl_io *io)
{
    struct sockaddr *addr = (struct sockaddr *)io->arg[1];
    struct acceptance a = {
        .t = { .io = io,
               .fd = (int)io->arg[0],
               .events = POLLIN,
               .blocking = true,
               .timeout_option = SO_RCVTIMEO,
               .attempt = socket_accept_attempt,
               .stores = socket_accept_stores,
               .served = socket_accept_served },
        .flags = io->number == SYS_accept4 ? (int)io->arg[3] : 0,
        .size = sizeof(a.name),
    };
    long result = rdl_io_run(&a.t), given;

    if (result < 0 || addr == NULL)
        return result;
    given = rdl_io_give_address(addr, (socklen_t *)io->arg[2], &a.name, a.size);
    if (given == 0)
        return result;
    /* As the kernel does: the connection is lost. */
    rdl_raw(SYS_close, result);
    rdl_io_closed((int)result);
    rdl_io_changed();
    return given;
}

/* --- connect ---------------------------------------------------------------
 */

struct connection {
    struct rdl_io_try t;
    const struct sockaddr *addr; /* the kernel's address */
    socklen_t size;
    bool under_way;
};

static long socket_connect_begin(struct connection *c, int fd)
{
    long flags = rdl_raw(SYS_fcntl, fd, F_GETFL), result;

    rdl_raw(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
    result = rdl_raw(SYS_connect, fd, c->addr, c->size);
    rdl_raw(SYS_fcntl, fd, F_SETFL, flags);
    if (result == 0 || result == -EINPROGRESS) {
        if (rdl_port_is_loopback(c->addr, c->size))
            rdl_port_settle(fd);
        rdl_loopback_connected(fd, c->addr, c->size);
    }
    return result;
}

static long socket_connect_attempt(struct rdl_io_try *t, int fd)
{
    struct connection *c = (struct connection *)t;
    struct pollfd p = { .fd = fd, .events = POLLOUT };

    if (!c->under_way) {
        long result = socket_connect_begin(c, fd);

        if (result != -EINPROGRESS || !t->blocking)
            return result;
        c->under_way = true;
    }
    if (rdl_io_look(&p, 1, false) == 0)
        return -EAGAIN;
    return -socket_option(fd, SO_ERROR);
}

long rdl_io_connect(const struct rdl_io *io)
{
    struct sockaddr_storage copy;
    struct connection c = {
        .t = { .io = io,
               .fd = (int)io->arg[0],
               .events = POLLOUT,
               .blocking = true,
               .timeout_option = SO_SNDTIMEO,
               .attempt = socket_connect_attempt },
        .size = (socklen_t)io->arg[2],
    };
    long result;

    if (!socket_address_ok(io))
        return rdl_io_at_once(io);
    c.addr = rdl_port_real((const struct sockaddr *)io->arg[1], c.size, &copy);
    result = rdl_io_run(&c.t);
    /* The time is over (SO_SNDTIMEO), but the connection attempt continues. */
    return c.under_way && result == -EAGAIN ? -EINPROGRESS : result;
}

long rdl_io_shutdown(const struct rdl_io *io)
{
    int fd = (int)io->arg[0], peer = -1;
    struct rdl_descriptor *d;
    long result;

    rdl_io_point(RDL_OP_IO, fd, io->pc);
    d = rdl_io_find(fd);
    if (rdl_io_served(io, d, NULL, &result))
        return result;
    if (io->arg[1] != SHUT_RD)
        peer = rdl_loopback_ending(fd);
    result = rdl_io_raw(io);
    rdl_loopback_ended(peer);
    return rdl_io_made_call(io, d, NULL, result);
}

/* --- names and options ------------------------------------------------------
 */

/* getsockname, getpeername */
long rdl_io_getname(const struct rdl_io *io)
{
    int fd = (int)io->arg[0];
    struct sockaddr_storage name = { 0 };
    struct sockaddr *addr = (struct sockaddr *)&name;
    socklen_t size = sizeof(name);
    struct rdl_pieces pieces = { .fixed = { { &name, sizeof(name) } }, .n = 1 };
    struct rdl_descriptor *d;
    long result;

    rdl_io_point(RDL_OP_POLL, fd, io->pc);
    d = rdl_io_find(fd);
    if (!rdl_io_served(io, d, &pieces, &result)) {
        result = rdl_raw(io->number, fd, addr, &size);
        if (io->number == SYS_getsockname || rdl_port_is_loopback(addr, size))
            rdl_port_show(addr, size);
        pieces.fixed[0].iov_len = result == 0 ? size : 0;
        rdl_io_made_call(io, d, &pieces, result);
    }
    if (result != 0)
        return result;
    return rdl_io_give_address((struct sockaddr *)io->arg[1],
                               (socklen_t *)io->arg[2], &name,
                               (socklen_t)pieces.fixed[0].iov_len);
}

long rdl_io_getsockopt(const struct rdl_io *io)
{
    int fd = (int)io->arg[0];
    void *value = (void *)io->arg[3];
    socklen_t *size = (socklen_t *)io->arg[4];
    struct rdl_pieces pieces = { .fixed = { { value, 0 } }, .n = 1 };
    struct rdl_descriptor *d = rdl_io_find(fd);
    long result;

    if (!rdl_readable(size, sizeof(*size)))
        return rdl_io_at_once(io);
    pieces.fixed[0].iov_len = *size;
    if (rdl_io_is_socket(d))
        rdl_io_point(RDL_OP_POLL, fd, io->pc);
    d = rdl_io_find(fd);
    if (!rdl_io_served(io, d, &pieces, &result)) {
        result = rdl_io_raw(io);
        if (result == 0 && io->arg[1] == SOL_SOCKET &&
            io->arg[2] == SO_PEERCRED && *size == sizeof(struct ucred))
            ((struct ucred *)value)->pid =
                rdl_io_shown_pid(((struct ucred *)value)->pid);
        pieces.fixed[0].iov_len = result == 0 ? *size : 0;
        rdl_io_made_call(io, d, &pieces, result);
    }
    if (result == 0)
        *size = (socklen_t)pieces.fixed[0].iov_len;
    return result;
}

long rdl_io_setsockopt(const struct rdl_io *io)
{
    int fd = (int)io->arg[0];
    struct rdl_descriptor *d;
    long made, result;

    rdl_io_point(RDL_OP_IO, fd, io->pc);
    d = rdl_io_find(fd);
    made = rdl_io_raw(io);
    if (rdl_io_served(io, d, NULL, &result))
        return result;
    return rdl_io_made_call(io, d, NULL, made);
}
