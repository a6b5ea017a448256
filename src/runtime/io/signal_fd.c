/* signal_fd.c - signal descriptors: pipes that receive pending signals.
 *
 * The kernel would look into its own list of pending signals, which never
 * contains ours.  Records of one size in a pipe are read like a signal
 * descriptor, and poll and epoll need no special case.  Unlike in the kernel, a
 * signal that went into the pipe is not pending any more. */
#include "runtime/signals/signals.h"

#include "runtime/io/io.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors.h"
#include "runtime/signals/calls.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"
#include "runtime/signals/needs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define MAX_DESCRIPTORS 64
#define OWN_LOWEST 900 /* out of the way of the target's numbers */
#define MASK_SIZE 8

RDL_REAL(int, signalfd, int, const sigset_t *, int);

static struct signal_fd {
    uint64_t mask; /* 0: free */
    int fd;        /* the target's: the read end */
    int own;       /* the write end */
    ino_t inode;   /* of the pipe: the target may close and reuse `fd` */
} descriptors[MAX_DESCRIPTORS];

static ino_t signal_fd_inode_of(int fd)
{
    struct stat s = { 0 };

    return rdl_raw(SYS_fstat, fd, &s) == 0 ? s.st_ino : 0;
}

/* Is `d` in use?  Drops it if the target has closed it. */
static bool signal_fd_is_open(struct signal_fd *d)
{
    if (d->mask == 0)
        return false;
    if (signal_fd_inode_of(d->fd) == d->inode)
        return true;
    rdl_raw(SYS_close, d->own);
    d->mask = 0;
    return false;
}

static struct signal_fd *signal_fd_descriptor_of(int fd)
{
    for (size_t i = 0; i < MAX_DESCRIPTORS; i++) {
        if (descriptors[i].fd == fd && signal_fd_is_open(&descriptors[i]))
            return &descriptors[i];
    }
    return NULL;
}

static bool signal_fd_put(const struct signal_fd *d, const siginfo_t *info)
{
    const struct signalfd_siginfo record = {
        .ssi_signo = (uint32_t)info->si_signo,
        .ssi_code = info->si_code,
        .ssi_pid = (uint32_t)info->si_pid,
        .ssi_uid = info->si_uid,
        .ssi_status = info->si_signo == SIGCHLD ? info->si_status : 0,
        .ssi_int = info->si_signo == SIGCHLD ? 0 : info->si_int,
        .ssi_ptr =
            info->si_signo == SIGCHLD ? 0 : (uintptr_t)info->si_value.sival_ptr,
    };

    if (rdl_raw(SYS_write, d->own, &record, sizeof(record)) < 0)
        return false;
    rdl_io_changed();
    return true;
}

bool rdl_signals_to_descriptor(const siginfo_t *info)
{
    for (size_t i = 0; i < MAX_DESCRIPTORS; i++) {
        struct signal_fd *d = &descriptors[i];

        if ((d->mask & RDL_SIGNAL_BIT(info->si_signo)) != 0 &&
            signal_fd_is_open(d))
            return signal_fd_put(d, info);
    }
    return false;
}

/* Writes the signals that were already pending. */
static void signal_fd_fill(const struct signal_fd *d)
{
    uint64_t set;
    siginfo_t info;

    while ((set = rdl_signals_pending(rdl_self) & d->mask) != 0 &&
           rdl_signals_take(rdl_self, set, &info))
        signal_fd_put(d, &info);
}

static long signal_fd_pair(int flags, uintptr_t pc, int ends[2])
{
    const struct rdl_syscall call = {
        .number = SYS_pipe2,
        .arg = { (long)ends, flags & O_CLOEXEC },
        .pc = pc,
    };

    return rdl_syscall(&call); /* a scheduling point */
}

/* Moves the write end to a high number and makes it non-blocking. */
static int signal_fd_move_away(int fd, uintptr_t pc)
{
    const struct rdl_syscall call = { .number = SYS_close, { fd }, .pc = pc };
    long own = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OWN_LOWEST);

    if (own < 0)
        own = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 0);
    rdl_syscall(&call);
    if (own >= 0) {
        rdl_descriptor_new((int)own);
        rdl_raw(SYS_fcntl, own, F_SETFL, O_NONBLOCK);
    }
    return (int)own;
}

static void signal_fd_make_nonblocking(int fd, uintptr_t pc)
{
    const struct rdl_syscall call = {
        .number = SYS_fcntl,
        .arg = { fd, F_SETFL, O_NONBLOCK },
        .pc = pc,
    };

    rdl_syscall(&call);
}

static long signal_fd_make(uint64_t mask, int flags, uintptr_t pc)
{
    struct signal_fd *d = descriptors;
    int ends[2], own;
    long error;

    while (d < descriptors + MAX_DESCRIPTORS && signal_fd_is_open(d))
        d++;
    if (d == descriptors + MAX_DESCRIPTORS)
        return -EMFILE;
    error = signal_fd_pair(flags, pc, ends);
    if (error < 0)
        return error;
    own = signal_fd_move_away(ends[1], pc);
    if ((flags & SFD_NONBLOCK) != 0)
        signal_fd_make_nonblocking(ends[0], pc);
    *d = (struct signal_fd){
        .mask = mask,
        .fd = ends[0],
        .own = own,
        .inode = signal_fd_inode_of(ends[0]),
    };
    signal_fd_fill(d);
    return ends[0];
}

static long signal_fd_signalfd_at(int fd, uint64_t mask, int flags,
                                  uintptr_t pc)
{
    struct signal_fd *d;

    if ((flags & ~(SFD_CLOEXEC | SFD_NONBLOCK)) != 0)
        return -EINVAL;
    mask &= ~(RDL_SIGNAL_BIT(SIGKILL) | RDL_SIGNAL_BIT(SIGSTOP));
    if (fd == -1)
        return signal_fd_make(mask, flags, pc);
    d = signal_fd_descriptor_of(fd);
    if (d == NULL)
        return -EINVAL;
    d->mask = mask;
    signal_fd_fill(d);
    return fd;
}

RDL_EXPORT int signalfd(int fd, const sigset_t *mask, int flags)
{
    if (!rdl_controlled())
        return REAL(signalfd)(fd, mask, flags);
    return rdl_signals_answer(
        signal_fd_signalfd_at(fd, rdl_signals_bits(mask), flags, RDL_PC));
}

bool rdl_syscalls_signal_fd(const struct rdl_syscall *call, long *result)
{
    if (call->number != SYS_signalfd && call->number != SYS_signalfd4)
        return false;
    *result = call->arg[2] != MASK_SIZE
                  ? -EINVAL
                  : signal_fd_signalfd_at(
                        (int)call->arg[0], *(const uint64_t *)call->arg[1],
                        call->number == SYS_signalfd4 ? (int)call->arg[3] : 0,
                        call->pc);
    return true;
}
