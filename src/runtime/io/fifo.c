/* fifo.c - opening a named pipe.
 *
 * The reader's end is opened at once, and its call waits for a writer.  The
 * writer's end cannot be opened before there is a reader; its call tries again
 * after each action of other threads.  The runtime records that the call
 * returned, and when, like any input.  In a replay the other end may be
 * missing, so the FIFO is opened for both. */
#include "runtime/io/fifo.h"

#include "runtime/io/io.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

/* When there is no data, the kernel shows a reader whether there is a
 * writer. */
static bool fifo_has_writer(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    char byte;

    return rdl_io_look(&p, 1, false) > 0 ||
           rdl_raw(SYS_read, fd, &byte, 1) == -EAGAIN;
}

/* Is it open at both ends?  *fd is the reader's end, or -1. */
static bool fifo_try_open(const struct rdl_io *io, int directory,
                          const char *path, long flags, int *fd)
{
    unsigned call = (unsigned)io->number;
    bool due = rdl_external_input_due(rdl_self->tid, call);

    if (rdl_external_input_serving() && !due)
        return false;
    if (due) {
        rdl_external_input_serve(rdl_self->tid, call, NULL);
        flags = (flags & ~O_ACCMODE) | O_RDWR;
    }
    if (*fd < 0)
        *fd = (int)rdl_raw(SYS_openat, directory, path, flags | O_NONBLOCK, 0);
    else if (!due && !fifo_has_writer(*fd))
        return false;
    if (!due && *fd == -ENXIO)
        return false;
    if (!due)
        rdl_external_input_record(rdl_self->tid, call, *fd, NULL);
    return true;
}

long rdl_io_open_fifo(const struct rdl_io *io, int directory, const char *path,
                      long flags)
{
    bool reads = (flags & O_ACCMODE) == O_RDONLY;
    struct pollfd p = { .fd = -1 };
    struct rdl_io_wait w = {
        .fds = &p, .n = 1, .recorded = true, .outside = true
    };
    enum rdl_woke woke = RDL_WOKE_READY;
    int fd = -1;

    w.restarts = true;
    if (reads) {
        fd = (int)rdl_raw(SYS_openat, directory, path, flags | O_NONBLOCK, 0);
        if (fd < 0)
            return fd;
        rdl_descriptor_new(fd); /* the execution may end during the wait */
        p.fd = fd;
        w.probe = fifo_has_writer;
        rdl_io_changed();
    }
    w.retry = !reads;
    while (woke == RDL_WOKE_READY &&
           !fifo_try_open(io, directory, path, flags, &fd))
        woke = rdl_io_block(&w, RDL_OP_IO, RDL_NEVER, io->cancellable, io->pc);
    if (woke != RDL_WOKE_READY) {
        if (fd >= 0)
            rdl_raw(SYS_close, fd);
        return rdl_io_stopped(&w, woke, 0);
    }
    if (fd < 0)
        return fd;
    rdl_raw(SYS_fcntl, fd, F_SETFL,
            rdl_raw(SYS_fcntl, fd, F_GETFL) & ~O_NONBLOCK);
    rdl_io_made(fd, RDL_IO_FOREIGN, /*outside=*/true);
    rdl_io_changed();
    return fd;
}
