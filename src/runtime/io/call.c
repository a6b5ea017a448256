/* call.c - the sequence of steps of every call on a descriptor; see call.h. */
#include "runtime/io/call.h"

#include "runtime/sched/clock.h"
#include "runtime/io/io.h"
#include "runtime/io/proc_text.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/effects.h"
#include "runtime/rewind/image/image.h"
#include "runtime/core/thread.h"
#include "runtime/core/children.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>

#define DROP_MS 3000 /* how long to wait for a child's output */
#define CHILD_MS 200 /* how long a child may take to write */
#define PIECE_MS 5

long rdl_io_raw(const struct rdl_io *io)
{
    if (unlikely(rdl_effects_refused(io->number, io->arg)))
        return -EBADF;
    return rdl_image_call(io->number, io->arg);
}

bool rdl_io_nonblocking(int fd, short events)
{
    long flags = rdl_raw(SYS_fcntl, fd, F_GETFL);

    if (flags < 0 || (flags & O_NONBLOCK) != 0)
        return true;
    return ((events & POLLIN) != 0 && (flags & O_ACCMODE) == O_WRONLY) ||
           ((events & POLLOUT) != 0 && (flags & O_ACCMODE) == O_RDONLY);
}

long rdl_io_conclude(const struct rdl_descriptor *d, long result)
{
    if (d->kind == RDL_IO_FILE)
        return result; /* sizes in /proc and similar vary between executions */
    rdl_value((uint64_t)result);
    if (result == -EAGAIN)
        rdl_failed();
    rdl_io_changed();
    return result;
}

bool rdl_io_served(const struct rdl_io *io, const struct rdl_descriptor *d,
                   struct rdl_pieces *pieces, long *result)
{
    if (!d->outside || !rdl_external_input_serving())
        return false;
    *result =
        rdl_external_input_serve(rdl_self->tid, (unsigned)io->number, pieces);
    rdl_io_conclude(d, *result);
    return true;
}

long rdl_io_made_call(const struct rdl_io *io, const struct rdl_descriptor *d,
                      const struct rdl_pieces *pieces, long result)
{
    if (d->outside && !rdl_external_input_serving())
        rdl_external_input_record(rdl_self->tid, (unsigned)io->number, result,
                                  pieces);
    return rdl_io_conclude(d, result);
}

long rdl_io_stopped(struct rdl_io_wait *w, enum rdl_woke woke, long done)
{
    if (woke == RDL_WOKE_CANCEL) {
        rdl_io_let_go(w);
        rdl_cancel_act();
    }
    if (done > 0)
        return done;
    return woke == RDL_WOKE_SIGNAL ? -EINTR : -EAGAIN;
}

/* When a socket with SO_RCVTIMEO or SO_SNDTIMEO times out. */
static uint64_t call_deadline_of(const struct rdl_io_try *t, int fd)
{
    struct timeval tv = { 0 };
    socklen_t size = sizeof(tv);

    if (t->timeout_option == 0 || !rdl_io_is_socket(rdl_io_known(fd)) ||
        rdl_raw(SYS_getsockopt, fd, SOL_SOCKET, t->timeout_option, &tv, &size) <
            0 ||
        (tv.tv_sec == 0 && tv.tv_usec == 0))
        return RDL_NEVER;
    return rdl_io_deadline((uint64_t)tv.tv_sec * RDL_SECOND +
                           (uint64_t)tv.tv_usec * 1000);
}

static void call_pieces_of(struct rdl_io_try *t, long result,
                           struct rdl_pieces *pieces)
{
    *pieces = (struct rdl_pieces){ 0 };
    if (t->stores != NULL)
        t->stores(t, result, pieces);
}

/* Output to anything but a socket (an inherited pipe, a child) is shown to the
 * user, in a replay too. */
static void call_show_output(struct rdl_io_try *t, int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };

    if ((t->events & POLLOUT) != 0 && rdl_io_known(fd)->kind != RDL_IO_SOCKET &&
        rdl_io_look(&p, 1, false) > 0 && (p.revents & POLLERR) == 0)
        t->attempt(t, fd);
}

/* Waits in real time until `fd` can be read, at most `at_most_ms`.  In small
 * intervals: the watchdog's ticks interrupt them. */
static bool call_await_input(int fd, int at_most_ms)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };

    for (int ms = 0; ms < at_most_ms; ms += PIECE_MS) {
        if (rdl_raw(SYS_poll, &p, 1, PIECE_MS) == 1)
            return true;
    }
    return false;
}

/* A child runs in a replay, too.  It must not block because nothing reads its
 * output, nor end because nothing can.  So what the record served is read from
 * the pipe and dropped. */
static void call_drop_input(struct rdl_io_try *t, int fd, long bytes)
{
    enum rdl_io_kind kind = (enum rdl_io_kind)rdl_io_known(fd)->kind;
    char piece[512];

    if ((t->events & POLLIN) == 0 ||
        (kind != RDL_IO_PIPE && kind != RDL_IO_PAIR))
        return;
    while (bytes > 0 && call_await_input(fd, DROP_MS)) {
        size_t size =
            bytes < (long)sizeof(piece) ? (size_t)bytes : sizeof(piece);
        long n = rdl_raw(SYS_read, fd, piece, size);

        if (n <= 0)
            return;
        bytes -= n;
    }
}

static bool call_serve(struct rdl_io_try *t, int fd, long *result)
{
    struct rdl_pieces pieces;

    /* A call that could not wait was answered at once when it was recorded. */
    if (t->blocking &&
        !rdl_external_input_due(rdl_self->tid, (unsigned)t->io->number))
        return false;
    call_show_output(t, fd);
    call_pieces_of(t, LONG_MAX, &pieces);
    *result = rdl_external_input_serve(rdl_self->tid, (unsigned)t->io->number,
                                       &pieces);
    call_drop_input(t, fd, *result);
    if (t->served != NULL)
        t->served(t, *result, &pieces);
    return true;
}

static void call_record(struct rdl_io_try *t, long result)
{
    struct rdl_pieces pieces;

    call_pieces_of(t, result, &pieces);
    rdl_external_input_record(rdl_self->tid, (unsigned)t->io->number, result,
                              &pieces);
}

/* A child runs at its own speed.  To hide that speed from the schedule, the
 * child gets some real time to write, until it has once failed to (as in
 * process/child_wait.c).  True if it has written. */
static bool call_child_writes(const struct rdl_io_try *t, int fd)
{
    struct rdl_descriptor *d = rdl_io_known(fd);

    if ((t->events & POLLIN) == 0 || !rdl_children_any() || d->slow ||
        (d->kind != RDL_IO_PIPE && d->kind != RDL_IO_PAIR))
        return false;
    if (call_await_input(fd, CHILD_MS))
        return true;
    d->slow = true;
    return false;
}

static bool call_make(struct rdl_io_try *t, int fd, bool recorded, long *result)
{
    *result = t->attempt(t, fd);
    while (*result == -EAGAIN && recorded && t->blocking &&
           call_child_writes(t, fd))
        *result = t->attempt(t, fd);
    if (*result == -EAGAIN && t->blocking)
        return false;
    if (recorded)
        call_record(t, *result);
    return true;
}

/* A signal or the time ended the call.  A replay does not know here how much
 * was done, so this is recorded too. */
static long call_stop(struct rdl_io_try *t, struct rdl_io_wait *w,
                      enum rdl_woke woke, bool recorded)
{
    long result = rdl_io_stopped(w, woke, t->done);

    if (!recorded)
        return result;
    if (!rdl_external_input_serving()) {
        call_record(t, result);
        return result;
    }
    t->blocking = false;
    call_serve(t, w->fds[0].fd, &result);
    return result;
}

/* One round: true if the call is over and *result is set. */
static bool call_go_on(struct rdl_io_try *t, struct rdl_io_wait *w,
                       uint64_t *deadline, long *result)
{
    int fd = w->fds[0].fd;
    bool recorded = rdl_io_find(fd)->outside;
    enum rdl_woke woke;

    t->probe = NULL;
    if (recorded && rdl_external_input_serving()
            ? call_serve(t, fd, result)
            : call_make(t, fd, recorded, result))
        return true;
    w->recorded = recorded;
    w->probe = t->probe;
    /* Where poll would report it as ready at once, again and again: */
    w->retry =
        t->insists || (t->probe == NULL && rdl_io_look(w->fds, 1, false) > 0);
    if (*deadline == 0)
        *deadline = call_deadline_of(t, fd);
    rdl_io_changed(); /* part of it may be done, or a connection begun */
    woke = rdl_io_block(w, RDL_OP_IO, *deadline, t->io->cancellable, t->io->pc);
    if (woke == RDL_WOKE_READY)
        return false;
    *result = call_stop(t, w, woke, recorded);
    return true;
}

/* Does the call read or write its one descriptor, and nothing else? */
static bool call_transfers(long number)
{
    return number == SYS_read || number == SYS_write || number == SYS_readv ||
           number == SYS_writev;
}

long rdl_io_run(struct rdl_io_try *t)
{
    struct pollfd p = { .fd = t->fd, .events = t->events };
    struct rdl_io_wait w = { .fds = &p, .n = 1, .restarts = true };
    uint64_t deadline = 0; /* not computed yet */
    const struct rdl_descriptor *d;
    long result;

    rdl_self->transfers = call_transfers(t->io->number);
    rdl_self->awaits_input = rdl_self->transfers && t->blocking &&
                             !t->insists && (t->events & POLLIN) != 0;
    rdl_io_point(RDL_OP_IO, t->fd, t->io->pc);
    d = rdl_io_find(t->fd);
    if (unlikely(d->shows != 0))
        rdl_proc_text_reads(t->io, d->shows);
    if (!t->insists)
        t->blocking = t->blocking && d->kind != RDL_IO_FILE &&
                      d->kind != RDL_IO_EPOLL &&
                      !rdl_io_nonblocking(t->fd, t->events);
    while (!call_go_on(t, &w, &deadline, &result))
        ;
    d = rdl_io_known(p.fd);
    rdl_io_conclude(d, result);
    rdl_io_let_go(&w);
    return result;
}
