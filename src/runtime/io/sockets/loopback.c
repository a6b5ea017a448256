/* loopback.c - waits for data in transit inside the process. */
#include "runtime/io/sockets/loopback.h"

#include "runtime/io/sockets/ports.h"
#include "runtime/io/table.h"
#include "runtime/machine/raw.h"

#include <limits.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

/* Waits at most this many ms of real time; then the call continues anyway. */
#define PATIENCE 200
/* Less than the initial window of any receiver. */
#define WINDOW 32768

static unsigned loopback_local_port(int fd)
{
    struct sockaddr_storage name = { 0 };
    int size = sizeof(name);

    if (rdl_raw(SYS_getsockname, fd, &name, &size) < 0)
        return 0;
    return rdl_port_of((struct sockaddr *)&name, (socklen_t)size);
}

/* Our socket with this local port, or -1. */
static int loopback_find_socket(unsigned port, bool listening, int except)
{
    for (int fd = 0; fd < rdl_io_limit(); fd++) {
        const struct rdl_descriptor *d = rdl_io_known(fd);

        if (fd != except && d->kind == RDL_IO_SOCKET &&
            d->listening == listening && !d->held &&
            loopback_local_port(fd) == port)
            return fd;
    }
    return -1;
}

static void loopback_no_delay(int fd)
{
    int on = 1;

    rdl_raw(SYS_setsockopt, fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

/* Waits for an event that is about to occur. */
static void loopback_await(int fd, short events)
{
    struct pollfd p = { .fd = fd, .events = events };

    rdl_raw(SYS_poll, &p, 1, PATIENCE);
}

void rdl_loopback_connected(int fd, const struct sockaddr *addr, socklen_t size)
{
    int listener;

    if (!rdl_port_is_loopback(addr, size))
        return;
    listener =
        loopback_find_socket(rdl_port_of(addr, size), /*listening=*/true, fd);
    if (listener < 0)
        return;
    loopback_no_delay(fd);
    rdl_io_known(fd)->loopback = true;
    loopback_await(fd, POLLOUT);
    loopback_await(listener, POLLIN);
}

/* The bytes from `d` to its peer are either not sent yet, because there is no
 * space there, or can be received there, or were received. */
static void loopback_settle(int fd)
{
    const struct rdl_descriptor *d = rdl_io_known(fd);
    const struct rdl_descriptor *peer = rdl_io_known(d->peer);

    for (int i = 0; i < PATIENCE; i++) {
        int unsent = 0, there = 0;

        if (rdl_raw(SYS_ioctl, fd, SIOCOUTQNSD, &unsent) < 0 ||
            rdl_raw(SYS_ioctl, d->peer, FIONREAD, &there) < 0)
            return;
        if (peer->received + (unsigned)there + (unsigned)unsent >= d->sent)
            return;
        rdl_raw(SYS_poll, 0, 0, 1);
    }
}

static bool loopback_has_peer(int fd)
{
    const struct rdl_descriptor *d = rdl_io_known(fd);

    return d->peer != RDL_IO_NO_PEER && d->kind == RDL_IO_SOCKET &&
           rdl_io_known(d->peer)->id == d->peer_id &&
           rdl_io_known(d->peer)->peer == fd;
}

static void loopback_link_ends(int a, int b)
{
    rdl_io_known(a)->peer = (uint16_t)b;
    rdl_io_known(a)->peer_id = rdl_io_known(b)->id;
    rdl_io_known(a)->loopback = true;
}

void rdl_loopback_accepted(int fd, const struct sockaddr *addr, socklen_t size)
{
    int client;

    if (!rdl_port_is_loopback(addr, size))
        return;
    client =
        loopback_find_socket(rdl_port_of(addr, size), /*listening=*/false, fd);
    if (client < 0)
        return;
    loopback_no_delay(fd);
    loopback_link_ends(fd, client);
    loopback_link_ends(client, fd);
    loopback_settle(client);
}

long rdl_loopback_room(int fd)
{
    const struct rdl_descriptor *d = rdl_io_known(fd);
    uint64_t received = 0;

    if (!d->loopback)
        return LONG_MAX;
    if (d->peer != RDL_IO_NO_PEER) {
        if (!loopback_has_peer(fd))
            return LONG_MAX; /* closed: the kernel handles that */
        received = rdl_io_known(d->peer)->received;
    }
    return WINDOW - (long)(d->sent - received);
}

void rdl_loopback_sent(int fd, long bytes)
{
    if (bytes <= 0)
        return;
    rdl_io_known(fd)->sent += (unsigned long)bytes;
    if (loopback_has_peer(fd))
        loopback_settle(fd);
}

void rdl_loopback_received(int fd, long bytes)
{
    if (bytes <= 0)
        return;
    rdl_io_known(fd)->received += (unsigned long)bytes;
    /* There may be space for more now. */
    if (loopback_has_peer(fd))
        loopback_settle(rdl_io_known(fd)->peer);
}

int rdl_loopback_ending(int fd)
{
    int unsent = 0;

    if (!loopback_has_peer(fd) ||
        rdl_raw(SYS_ioctl, fd, SIOCOUTQNSD, &unsent) < 0 || unsent > 0)
        return -1;
    return rdl_io_known(fd)->peer;
}

void rdl_loopback_ended(int peer)
{
    if (peer >= 0)
        loopback_await(peer, POLLRDHUP);
}

/* Is the other end of this local socket one of ours? */
static bool loopback_peer_is_self(int fd)
{
    struct ucred who = { 0 };
    socklen_t size = sizeof(who);

    return rdl_raw(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, &who, &size) ==
               0 &&
           who.pid == rdl_raw(SYS_getpid);
}

bool rdl_io_reachable(int fd)
{
    const struct rdl_descriptor *d = rdl_io_known(fd);

    if (d->kind == RDL_IO_EPOLL || d->reachable)
        return d->reachable;
    if (d->kind != RDL_IO_SOCKET)
        return d->outside;
    if (d->loopback || (d->listening && rdl_port_is_ours(fd)))
        return false;
    return !loopback_peer_is_self(fd);
}
