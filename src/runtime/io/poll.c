/* poll.c - poll, ppoll, select, pselect.
 *
 * A select is a poll in another form: its sets become a list of descriptors,
 * and the result becomes sets again. */
#include "runtime/io/handlers.h"

#include "runtime/sched/clock.h"
#include "runtime/io/polling.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/peek.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/core/state.h"

#include <errno.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>

#define FEW 32

struct polling {
    struct rdl_polling p;
    size_t mapped;          /* bytes, if fds is a mapping */
    struct pollfd few[FEW]; /* otherwise fds is this */
};

/* The recorded part of a set: only the results. */
static short answers[RDL_IO_MAX];

RDL_PERSISTENT(answers); /* filled before it is read */

/* Space for n descriptors, on the stack if they are few. */
static long poll_make_room(struct polling *s, size_t n)
{
    struct pollfd *room;

    s->p.w.fds = s->few;
    s->p.w.n = n;
    if (n <= FEW)
        return 0;
    if (n > RDL_IO_MAX)
        return -EINVAL;
    s->mapped = n * sizeof(struct pollfd);
    room = rdl_runtime_memory_map(s->mapped);
    if (room == NULL)
        return -ENOMEM;
    s->p.w.fds = room;
    return 0;
}

static void poll_free_room(struct rdl_polling *p)
{
    struct polling *s = (struct polling *)p;

    if (s->mapped > 0)
        rdl_runtime_memory_unmap(p->w.fds, s->mapped);
}

/* The bits that a descriptor has in the three sets. */
static int poll_bits(short events, short revents)
{
    return ((events & POLLIN) != 0 &&
            (revents &
             (POLLIN | POLLRDNORM | POLLRDBAND | POLLHUP | POLLERR)) != 0) +
           ((events & POLLOUT) != 0 &&
            (revents & (POLLOUT | POLLWRNORM | POLLWRBAND | POLLERR)) != 0) +
           ((events & POLLPRI) != 0 && (revents & POLLPRI) != 0);
}

static long poll_look(struct rdl_polling *p)
{
    long count = rdl_io_look(p->w.fds, p->w.n, p->w.select);

    if (!p->w.select)
        return count;
    count = 0;
    for (size_t i = 0; i < p->w.n; i++) {
        if ((p->w.fds[i].revents & POLLNVAL) != 0)
            return -EBADF;
        count += poll_bits(p->w.fds[i].events, p->w.fds[i].revents);
    }
    return count;
}

static void poll_stores(struct rdl_polling *p, long result,
                        struct rdl_pieces *out)
{
    if (result == 0)
        return;
    for (size_t i = 0; i < p->w.n; i++)
        answers[i] = p->w.fds[i].revents;
    out->fixed[0] = (struct iovec){ answers, p->w.n * sizeof(answers[0]) };
    out->n = 1;
}

static void poll_served(struct rdl_polling *p, const struct rdl_pieces *in)
{
    size_t n = in->n > 0 ? in->fixed[0].iov_len / sizeof(answers[0]) : 0;

    for (size_t i = 0; i < p->w.n && i < n; i++)
        p->w.fds[i].revents = answers[i];
}

/* Runs it with fds filled; returns the result with revents filled. */
static long run(struct polling *s, const struct rdl_io *io)
{
    struct rdl_polling *p = &s->p;
    int first = p->w.n > 0 ? p->w.fds[0].fd : -1;

    p->io = io;
    p->look = poll_look;
    p->stores = poll_stores;
    p->served = poll_served;
    p->leave = poll_free_room;
    rdl_io_point(RDL_OP_POLL, first, io->pc);
    for (size_t i = 0; i < p->w.n; i++) {
        const struct rdl_descriptor *d = rdl_io_known(p->w.fds[i].fd);

        if (d->kind == RDL_IO_NONE)
            d = rdl_io_find(p->w.fds[i].fd);
        p->w.recorded |= d->outside;
    }
    return rdl_polling_run(p);
}

/* Where a pointer leads nowhere, the call fails, and the kernel says how. */
static long poll_fails(const struct rdl_io *io)
{
    long result;

    rdl_io_point(RDL_OP_POLL, -1, io->pc);
    result = rdl_io_raw(io);
    rdl_value((uint64_t)result);
    return result;
}

static long poll_run(const struct rdl_io *io, int64_t timeout,
                     const uint64_t *mask)
{
    struct pollfd *fds = (struct pollfd *)io->arg[0];
    size_t n = (unsigned)io->arg[1];
    struct polling s = { .p = { .mask = mask } };
    long result;

    if (timeout < 0)
        return timeout;
    s.p.timeout = timeout == INT64_MAX ? RDL_NEVER : (uint64_t)timeout;
    if (n <= RDL_IO_MAX && !rdl_readable(fds, n * sizeof(*fds)))
        return poll_fails(io);
    result = poll_make_room(&s, n);
    if (result < 0)
        return result;
    memcpy(s.p.w.fds, fds, n * sizeof(*fds));
    for (size_t i = 0; i < n; i++)
        s.p.w.fds[i].revents = 0;
    result = run(&s, io);
    for (size_t i = 0; i < n && result >= 0; i++)
        fds[i].revents = result > 0 ? s.p.w.fds[i].revents : 0;
    poll_free_room(&s.p);
    return result;
}

long rdl_io_poll_call(const struct rdl_io *io)
{
    return poll_run(io, rdl_polling_ms((int)io->arg[2]), NULL);
}

long rdl_io_ppoll(const struct rdl_io *io)
{
    const struct timespec *timeout = (const struct timespec *)io->arg[2];
    const uint64_t *mask = (const uint64_t *)io->arg[3];

    if (!rdl_readable_if_any(timeout, sizeof(*timeout)) ||
        !rdl_readable_if_any(mask, sizeof(*mask)))
        return poll_fails(io);
    return poll_run(io, rdl_polling_timespec(timeout), mask);
}

/* --- select -----------------------------------------------------------------
 */

#define WORD_BITS (8 * sizeof(unsigned long))

static const short set_events[3] = { POLLIN, POLLOUT, POLLPRI };

static bool poll_in_set(const unsigned long *set, size_t fd)
{
    return set != NULL && (set[fd / WORD_BITS] >> fd % WORD_BITS & 1) != 0;
}

static short poll_events_of(const struct rdl_io *io, size_t fd)
{
    short events = 0;

    for (int k = 0; k < 3; k++) {
        if (poll_in_set((const unsigned long *)io->arg[1 + k], fd))
            events |= set_events[k];
    }
    return events;
}

/* The i-th of fds is the i-th descriptor in any set; its number may have become
 * that of a copy (rdl_io_hold).  Leaves the bits of what is ready. */
static void poll_give_sets(const struct rdl_io *io, const struct rdl_polling *p,
                           size_t limit, bool any)
{
    for (size_t fd = 0, i = 0; fd < limit && i < p->w.n; fd++) {
        short events = poll_events_of(io, fd);
        short revents = any ? p->w.fds[i].revents : 0;

        if (events == 0)
            continue;
        i++;
        for (int k = 0; k < 3; k++) {
            unsigned long *set = (unsigned long *)io->arg[1 + k];

            if (set != NULL && poll_bits(events & set_events[k], revents) == 0)
                set[fd / WORD_BITS] &= ~(1ul << fd % WORD_BITS);
        }
    }
}

static bool poll_sets_ok(const struct rdl_io *io, size_t limit)
{
    const size_t size = (limit + WORD_BITS - 1) / WORD_BITS * sizeof(long);

    for (int k = 0; k < 3; k++) {
        if (!rdl_readable_if_any((const void *)io->arg[1 + k], size))
            return false;
    }
    return true;
}

static long poll_select_run(const struct rdl_io *io, int64_t timeout,
                            const uint64_t *mask, uint64_t *deadline)
{
    size_t limit = (size_t)io->arg[0], n = 0;
    struct polling s = { .p = { .w = { .select = true }, .mask = mask } };
    long result;

    if (timeout < 0 || io->arg[0] < 0)
        return -EINVAL;
    if (limit > RDL_IO_MAX)
        limit = RDL_IO_MAX;
    if (!poll_sets_ok(io, limit))
        return poll_fails(io);
    s.p.timeout = timeout == INT64_MAX ? RDL_NEVER : (uint64_t)timeout;
    for (size_t fd = 0; fd < limit; fd++)
        n += poll_events_of(io, fd) != 0;
    result = poll_make_room(&s, n);
    if (result < 0)
        return result;
    n = 0;
    for (size_t fd = 0; fd < limit; fd++) {
        short events = poll_events_of(io, fd);

        if (events != 0)
            s.p.w.fds[n++] = (struct pollfd){ .fd = (int)fd, .events = events };
    }
    result = run(&s, io);
    if (result >= 0)
        poll_give_sets(io, &s.p, limit, result > 0);
    *deadline = s.p.deadline;
    poll_free_room(&s.p);
    return result;
}

long rdl_io_select(const struct rdl_io *io)
{
    struct timeval *tv = (struct timeval *)io->arg[4];
    uint64_t deadline = 0, left;
    struct timespec t = { 0 };
    long result;

    if (!rdl_readable_if_any(tv, sizeof(*tv)))
        return poll_fails(io);
    if (tv != NULL)
        t = (struct timespec){ .tv_sec = tv->tv_sec + tv->tv_usec / 1000000,
                               .tv_nsec = tv->tv_usec % 1000000 * 1000 };
    result = poll_select_run(io, rdl_polling_timespec(tv != NULL ? &t : NULL),
                             NULL, &deadline);
    /* Linux stores the remaining time; no time passes if the call need not
     * wait. */
    if (tv != NULL && result >= 0 && deadline != 0) {
        left = deadline > rdl_virtual_ns ? deadline - rdl_virtual_ns : 0;
        tv->tv_sec = (time_t)(left / RDL_SECOND);
        tv->tv_usec = (suseconds_t)(left % RDL_SECOND / 1000);
    }
    return result;
}

long rdl_io_pselect(const struct rdl_io *io)
{
    struct { /* the sixth argument of the system call */
        const uint64_t *mask;
        size_t size;
    } const *sixth = (const void *)io->arg[5];
    const struct timespec *timeout = (const struct timespec *)io->arg[4];
    uint64_t deadline;

    if (!rdl_readable_if_any(timeout, sizeof(*timeout)) ||
        !rdl_readable_if_any(sixth, sizeof(*sixth)) ||
        (sixth != NULL &&
         !rdl_readable_if_any(sixth->mask, sizeof(*sixth->mask))))
        return poll_fails(io);
    return poll_select_run(io, rdl_polling_timespec(timeout),
                           sixth != NULL ? sixth->mask : NULL, &deadline);
}
