/* open.c - opens, copies and closes descriptors.
 *
 * The kernel assigns the lowest free number, so threads that open and close
 * race for numbers: each call is a step. */
#include "runtime/io/handlers.h"

#include "runtime/io/timerfd.h"
#include "runtime/io/io.h"
#include "runtime/io/fifo.h"
#include "runtime/io/sockets/loopback.h"
#include "runtime/machine/raw.h"
#include "runtime/io/proc.h"
#include "runtime/io/proc_text.h"
#include "runtime/io/random.h"
#include "runtime/io/retry.h"
#include "runtime/effects/descriptors.h"
#include "runtime/syscalls/file_metadata.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/children.h"
#include "runtime/core/closed_stack.h"
#include "runtime/core/state.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

static void open_announce_table(const struct rdl_io *io)
{
    rdl_io_point(RDL_OP_IO, -1, io->pc);
    /* For display (observe/recorder.c); not a value that enters the hash. */
    rdl_sched.last[rdl_self->tid].value = (uint64_t)io->number;
}

#define UUID "/proc/sys/kernel/random/uuid"

static bool open_is_random(const char *path)
{
    return path != NULL && (strcmp(path, "/dev/urandom") == 0 ||
                            strcmp(path, "/dev/random") == 0);
}

/* Opening a FIFO waits for the other end; opening a pipe again by its name
 * under /proc does not. */
static bool open_waits_for_peer(int directory, const char *path, long flags)
{
    struct statfs fs = { 0 };
    struct stat st;

    if ((flags & (O_NONBLOCK | O_PATH | O_TMPFILE)) != 0 ||
        (flags & O_ACCMODE) == O_RDWR ||
        rdl_raw(SYS_newfstatat, directory, path, &st,
                (flags & O_NOFOLLOW) != 0 ? AT_SYMLINK_NOFOLLOW : 0) < 0)
        return false;
    return S_ISFIFO(st.st_mode) &&
           (rdl_raw(SYS_statfs, path, &fs) < 0 || fs.f_type != PIPEFS_MAGIC);
}

/* A file of ours in place of the one that was asked for. */
static long open_replaced(int fd)
{
    if (fd >= 0) {
        rdl_io_closed(fd);
        rdl_file_metadata_made(fd);
    }
    return fd;
}

/* maps, smaps, numa_maps, map_files: also from within /proc. */
static bool open_shows_mappings(const char *path)
{
    return path != NULL && strstr(path, "map") != NULL &&
           (path[0] != '/' || strncmp(path, "/proc/", 6) == 0);
}

static long open_at(const struct rdl_io *io, int directory, const char *path,
                    long flags, long mode)
{
    char real[RDL_PROC_PATH];
    bool makes;
    int text;
    long fd;

    open_announce_table(io);
    if (rdl_proc_real(path, real))
        path = real;
    if (open_shows_mappings(path))
        rdl_closed_stacks_open();
    if (open_is_random(path))
        return open_replaced(rdl_random_open((int)flags));
    if (path != NULL && strcmp(path, UUID) == 0)
        return open_replaced(rdl_random_open_uuid((int)flags));
    if (rdl_proc_text_open(path, (int)flags, &text, io->pc))
        return open_replaced(text);
    if (open_waits_for_peer(directory, path, flags))
        return rdl_io_open_fifo(io, directory, path, flags);
    makes =
        (flags & O_TMPFILE) == O_TMPFILE ||
        ((flags & O_CREAT) != 0 && rdl_file_metadata_is_new(directory, path));
    fd = rdl_raw(SYS_openat, directory, path, flags, mode);
    if (fd >= 0)
        rdl_io_closed((int)fd); /* what the table has belongs to another file */
    if (fd >= 0 && makes)
        rdl_file_metadata_opened((int)fd, directory, path);
    return fd;
}

long rdl_io_open(const struct rdl_io *io)
{
    return open_at(io, AT_FDCWD, (const char *)io->arg[0], io->arg[1],
                   io->arg[2]);
}

long rdl_io_openat(const struct rdl_io *io)
{
    return open_at(io, (int)io->arg[0], (const char *)io->arg[1], io->arg[2],
                   io->arg[3]);
}

long rdl_io_creat(const struct rdl_io *io)
{
    return open_at(io, AT_FDCWD, (const char *)io->arg[0],
                   O_CREAT | O_WRONLY | O_TRUNC, io->arg[1]);
}

/* Before the descriptor is closed. */
static void open_part_with(int fd)
{
    rdl_io_hold(fd);
    rdl_timerfd_closed(fd);
}

long rdl_io_close(const struct rdl_io *io)
{
    int fd = (int)io->arg[0], peer;
    long result;

    rdl_io_point(RDL_OP_IO, fd, io->pc);
    open_part_with(fd);
    peer = rdl_loopback_ending(fd);
    result = rdl_io_raw(io);
    rdl_io_closed(fd);
    rdl_loopback_ended(peer);
    rdl_value((uint64_t)result);
    rdl_io_changed();
    return result;
}

long rdl_io_close_range(const struct rdl_io *io)
{
    unsigned first = (unsigned)io->arg[0], last = (unsigned)io->arg[1];
    unsigned limit = (unsigned)rdl_io_limit();
    long result;

    open_announce_table(io);
    if ((io->arg[2] & CLOSE_RANGE_CLOEXEC) != 0)
        return rdl_descriptors_close_range(first, last, (int)io->arg[2]);
    for (unsigned fd = first; fd <= last && fd < limit; fd++)
        open_part_with((int)fd);
    result = rdl_descriptors_close_range(first, last, (int)io->arg[2]);
    for (unsigned fd = first; result == 0 && fd <= last && fd < limit; fd++)
        rdl_io_closed((int)fd);
    rdl_io_changed();
    return result;
}

long rdl_io_dup(const struct rdl_io *io)
{
    long fd;

    rdl_io_point(RDL_OP_IO, (int)io->arg[0], io->pc);
    rdl_io_find((int)io->arg[0]);
    fd = rdl_io_raw(io);
    if (fd >= 0)
        rdl_io_copied((int)io->arg[0], (int)fd);
    rdl_value((uint64_t)fd);
    return fd;
}

/* dup2, dup3: also closes arg[1]. */
long rdl_io_dup2(const struct rdl_io *io)
{
    int from = (int)io->arg[0], to = (int)io->arg[1];
    long fd;

    rdl_io_point(RDL_OP_IO, to, io->pc);
    rdl_io_find(from);
    if (from != to)
        open_part_with(to);
    fd = rdl_io_raw(io);
    if (fd >= 0 && from != to)
        rdl_io_copied(from, to);
    rdl_value((uint64_t)fd);
    rdl_io_changed();
    return fd;
}

/* Who gets the signals of a descriptor: a process, or a group if negative.
 * F_GETOWN cannot distinguish a group with a small number from an error. */
static int open_owner_number(int type, int pid)
{
    return type == F_OWNER_PGRP ? -pid : pid;
}

static long open_set_owner(const struct rdl_io *io)
{
    int owner = (int)io->arg[2];

    return rdl_raw(SYS_fcntl, io->arg[0], F_SETOWN,
                   owner < 0 ? -rdl_children_real(-owner)
                             : rdl_children_real(owner));
}

static long open_get_owner(const struct rdl_io *io)
{
    struct f_owner_ex owner = { 0 };
    long result = rdl_raw(SYS_fcntl, io->arg[0], F_GETOWN_EX, &owner);

    if (result < 0 || owner.pid == 0)
        return result;
    return open_owner_number(owner.type, rdl_children_shown(owner.pid));
}

static long open_set_owner_by(const struct rdl_io *io)
{
    struct f_owner_ex owner = *(const struct f_owner_ex *)io->arg[2];

    owner.pid = rdl_children_real(owner.pid);
    return rdl_raw(SYS_fcntl, io->arg[0], F_SETOWN_EX, &owner);
}

static long open_get_owner_by(const struct rdl_io *io)
{
    struct f_owner_ex *owner = (struct f_owner_ex *)io->arg[2];
    long result = rdl_io_raw(io);

    if (result == 0 && owner->pid != 0)
        owner->pid = rdl_children_shown(owner->pid);
    return result;
}

long rdl_io_fcntl(const struct rdl_io *io)
{
    struct rdl_syscall call = { .number = io->number, .pc = io->pc };

    switch (io->arg[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        return rdl_io_dup(io);
    case F_GETFD:
    case F_SETFD:
    case F_GETFL:
    case F_SETFL:
        rdl_io_point(RDL_OP_IO, (int)io->arg[0], io->pc);
        if (io->arg[1] == F_SETFL)
            rdl_io_flagged((int)io->arg[0]);
        return rdl_io_raw(io);
    case F_SETOWN:
        return open_set_owner(io);
    case F_GETOWN:
        return open_get_owner(io);
    case F_SETOWN_EX:
        return open_set_owner_by(io);
    case F_GETOWN_EX:
        return open_get_owner_by(io);
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
        memcpy(call.arg, io->arg, sizeof(call.arg));
        return rdl_retry(&call, io->cancellable);
    default: /* nothing that another thread could observe */
        return rdl_io_raw(io);
    }
}

static long open_made_pair(const struct rdl_io *io, const int *fd,
                           enum rdl_io_kind kind)
{
    long result;

    open_announce_table(io);
    result = rdl_io_raw(io);
    if (result == 0)
        rdl_io_made_pair(fd, kind);
    return result;
}

long rdl_io_pipe(const struct rdl_io *io)
{
    return open_made_pair(io, (const int *)io->arg[0], RDL_IO_PIPE);
}

long rdl_io_socketpair(const struct rdl_io *io)
{
    return open_made_pair(io, (const int *)io->arg[3], RDL_IO_PAIR);
}

static long open_made(const struct rdl_io *io, enum rdl_io_kind kind,
                      bool outside)
{
    long fd;

    open_announce_table(io);
    fd = rdl_io_raw(io);
    if (fd >= 0)
        rdl_io_made((int)fd, kind, outside);
    return fd;
}

long rdl_io_eventfd(const struct rdl_io *io)
{
    return open_made(io, RDL_IO_EVENT, /*outside=*/false);
}

/* Descriptors that report events elsewhere: of files, of a child. */
long rdl_io_watch(const struct rdl_io *io)
{
    return open_made(io, RDL_IO_FOREIGN, /*outside=*/true);
}

long rdl_io_pidfd_open(const struct rdl_io *io)
{
    const long arg[6] = { rdl_children_real((int)io->arg[0]), io->arg[1] };
    const struct rdl_io real = { .number = io->number,
                                 .arg = arg,
                                 .pc = io->pc };

    return rdl_io_watch(&real);
}

long rdl_io_socket(const struct rdl_io *io)
{
    return open_made(io, RDL_IO_SOCKET, /*outside=*/true);
}

long rdl_io_epoll_create(const struct rdl_io *io)
{
    return open_made(io, RDL_IO_EPOLL, /*outside=*/false);
}
