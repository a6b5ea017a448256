/* file.c - calls that never wait, and calls that move data between descriptors
 * inside the kernel. */
#include "runtime/io/handlers.h"

#include "runtime/io/proc_text.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>

/* An action on the descriptor arg[0] that never waits. */
long rdl_io_at_once(const struct rdl_io *io)
{
    const struct rdl_descriptor *d;
    int fd = (int)io->arg[0];

    rdl_io_point(RDL_OP_IO, fd, io->pc);
    d = rdl_io_find(fd);
    if (unlikely(d->shows != 0))
        rdl_proc_text_reads(io, d->shows);
    return rdl_io_conclude(d, rdl_io_raw(io));
}

/* preadv2 and pwritev2 with offset -1 are readv and writev. */
static bool file_at_position(const struct rdl_io *io)
{
    return io->arg[3] != -1 || (io->arg[5] & RWF_NOWAIT) != 0;
}

long rdl_io_readv_at(const struct rdl_io *io)
{
    return file_at_position(io) ? rdl_io_at_once(io) : rdl_io_readv(io);
}

long rdl_io_writev_at(const struct rdl_io *io)
{
    return file_at_position(io) ? rdl_io_at_once(io) : rdl_io_writev(io);
}

struct splice {
    struct rdl_io_try t;
    int out;   /* -1: none */
    int flags; /* index of that argument */
};

/* SPLICE_F_NONBLOCK only affects pipes. */
static long file_set_flags(int fd, long flags)
{
    long before = rdl_raw(SYS_fcntl, fd, F_GETFL);

    if (before >= 0)
        rdl_raw(SYS_fcntl, fd, F_SETFL,
                flags < 0 ? before | O_NONBLOCK : flags);
    return before;
}

static long file_splice_attempt(struct rdl_io_try *t, int fd)
{
    struct splice *s = (struct splice *)t;
    long arg[6], in_flags, out_flags = -1, result;

    for (int i = 0; i < 6; i++)
        arg[i] = t->io->arg[i];
    arg[0] = fd;
    arg[s->flags] |= SPLICE_F_NONBLOCK;
    in_flags = file_set_flags(fd, -1);
    if (s->out >= 0)
        out_flags = file_set_flags(s->out, -1);
    result =
        rdl_raw6(t->io->number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
    if (out_flags >= 0)
        file_set_flags(s->out, out_flags);
    if (in_flags >= 0)
        file_set_flags(fd, in_flags);
    return result;
}

static long file_splice_run(const struct rdl_io *io, int out, int flags)
{
    struct splice s = {
        .t = { .io = io,
               .fd = (int)io->arg[0],
               .blocking = (io->arg[flags] & SPLICE_F_NONBLOCK) == 0 &&
                           !rdl_io_nonblocking((int)io->arg[0], 0) &&
                           (out < 0 || !rdl_io_nonblocking(out, 0)),
               .insists = true,
               .attempt = file_splice_attempt },
        .out = out,
        .flags = flags,
    };

    if (rdl_io_find(s.t.fd)->outside ||
        (out >= 0 && rdl_io_find(out)->outside)) {
        rdl_note(RDL_NOTE_SPLICE_OUTSIDE,
                 "splice, tee or vmsplice to or from outside fails with EINVAL "
                 "here: what passes inside the kernel cannot be recorded",
                 io->pc);
        return -EINVAL;
    }
    return rdl_io_run(&s.t);
}

long rdl_io_splice(const struct rdl_io *io)
{
    return file_splice_run(io, (int)io->arg[2], 5);
}

long rdl_io_tee(const struct rdl_io *io)
{
    return file_splice_run(io, (int)io->arg[1], 3);
}

long rdl_io_vmsplice(const struct rdl_io *io)
{
    return file_splice_run(io, -1, 3);
}

/* How much there is to read depends on the other end; all other requests
 * concern only the descriptor. */
long rdl_io_ioctl(const struct rdl_io *io)
{
    int fd = (int)io->arg[0], *value = (int *)io->arg[2];
    struct rdl_pieces pieces = { .fixed = { { value, sizeof(*value) } },
                                 .n = 1 };
    struct rdl_descriptor *d;
    long result;

    if (io->arg[1] != FIONREAD && io->arg[1] != TIOCOUTQ)
        return rdl_io_raw(io);
    rdl_io_point(RDL_OP_POLL, fd, io->pc);
    d = rdl_io_find(fd);
    if (rdl_io_served(io, d, &pieces, &result))
        return result;
    result = rdl_io_raw(io);
    if (result < 0)
        pieces.n = 0;
    return rdl_io_made_call(io, d, &pieces, result);
}

/* Kernel threads do its work, outside any control; programs fall back to
 * ordinary calls. */
long rdl_io_uring(const struct rdl_io *io)
{
    rdl_note(RDL_NOTE_IO_URING,
             "io_uring cannot be controlled and is answered with ENOSYS; the "
             "program should fall back to read, write and epoll",
             io->pc);
    return -ENOSYS;
}
