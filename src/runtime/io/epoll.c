/* epoll.c - epoll.
 *
 * The sets stay in the kernel; a waiting thread waits for the epoll descriptor
 * itself.  Events arrive in the order in which the kernel noted them.  That
 * order follows from the steps taken, because one thread acts at a time.  Once
 * a descriptor with an outside peer was added, everything that the set reports
 * is recorded: its state (edges seen, one-shots spent) is then the record's,
 * not the kernel's. */
#include "runtime/io/handlers.h"

#include "runtime/io/io.h"
#include "runtime/io/polling.h"
#include "runtime/machine/peek.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <limits.h>
#include <sys/epoll.h>
#include <sys/syscall.h>

#define MOST_EVENTS 4096

long rdl_io_epoll_ctl(const struct rdl_io *io)
{
    int set = (int)io->arg[0], fd = (int)io->arg[2];
    struct rdl_descriptor *d;
    long result;

    rdl_io_point(RDL_OP_IO, set, io->pc);
    d = rdl_io_find(set);
    result = rdl_io_raw(io);
    if (result == 0 && io->arg[1] == EPOLL_CTL_ADD && rdl_io_find(fd)->outside)
        rdl_io_set_outside(d, rdl_io_reachable(fd));
    return rdl_io_conclude(d, result);
}

struct polling {
    struct rdl_polling p;
    struct pollfd set;
    struct epoll_event *events;
    int room;
};

static long epoll_look(struct rdl_polling *p)
{
    struct polling *s = (struct polling *)p;

    return rdl_raw(SYS_epoll_wait, s->set.fd, s->events, s->room, 0);
}

static void epoll_stores(struct rdl_polling *p, long result,
                         struct rdl_pieces *out)
{
    struct polling *s = (struct polling *)p;
    size_t n = result > s->room ? (size_t)s->room
               : result > 0     ? (size_t)result
                                : 0;

    out->fixed[0] = (struct iovec){ s->events, n * sizeof(*s->events) };
    out->n = n > 0;
}

static void epoll_served(struct rdl_polling *p, const struct rdl_pieces *in)
{
    (void)p;
    (void)in;
}

static long epoll_run(const struct rdl_io *io, int64_t timeout,
                      const uint64_t *mask)
{
    int fd = (int)io->arg[0], room = (int)io->arg[2];
    struct polling s = {
        .p = { .io = io,
               .w = { .fds = &s.set, .n = 1 },
               .mask = mask,
               .look = epoll_look,
               .stores = epoll_stores,
               .served = epoll_served },
        .set = { .fd = fd, .events = POLLIN },
        .events = (struct epoll_event *)io->arg[1],
        .room = room < MOST_EVENTS ? room : MOST_EVENTS,
    };
    long result;

    if (timeout < 0)
        return timeout;
    s.p.timeout = timeout == INT64_MAX ? RDL_NEVER : (uint64_t)timeout;
    rdl_io_point(RDL_OP_POLL, fd, io->pc);
    s.p.w.recorded = rdl_io_find(fd)->outside;
    result = rdl_polling_run(&s.p);
    rdl_io_changed(); /* it does not report the same edges again */
    return result;
}

/* epoll_wait, epoll_pwait */
long rdl_io_epoll_wait(const struct rdl_io *io)
{
    const uint64_t *mask =
        io->number == SYS_epoll_pwait ? (const uint64_t *)io->arg[4] : NULL;

    if (!rdl_readable_if_any(mask, sizeof(*mask)))
        return rdl_io_at_once(io);
    return epoll_run(io, rdl_polling_ms((int)io->arg[3]), mask);
}

long rdl_io_epoll_pwait2(const struct rdl_io *io)
{
    const struct timespec *timeout = (const struct timespec *)io->arg[3];
    const uint64_t *mask = (const uint64_t *)io->arg[4];

    if (!rdl_readable_if_any(timeout, sizeof(*timeout)) ||
        !rdl_readable_if_any(mask, sizeof(*mask)))
        return rdl_io_at_once(io);
    return epoll_run(io, rdl_polling_timespec(timeout), mask);
}
