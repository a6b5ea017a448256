/* descriptors_calls.c - the effects of system calls on descriptors: see
 * descriptors.h. */
#include "runtime/effects/descriptors.h"

#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors_known.h"
#include "runtime/core/control.h"
#include "runtime/effects/external.h"
#include "runtime/observe/isolation.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

/* What passes through a stream cannot be undone. */
static void descriptors_pass_through(const struct rdl_known *k, uintptr_t pc)
{
    if (k->inherited)
        rdl_external_effects_say("what goes through an inherited descriptor",
                                 pc);
    else
        rdl_rewind_cannot(RDL_ISOLATION_EXEC,
                          "it uses a pipe, socket or event that was made "
                          "before main",
                          pc);
}

static void descriptors_write_to(const struct rdl_known *k, uintptr_t pc)
{
    if (!k->inherited && k->nameless)
        rdl_rewind_cannot(RDL_ISOLATION_EXEC,
                          "it writes to a file in memory that was made before "
                          "main",
                          pc);
    else
        rdl_external_effects_say(
            "what it writes to a file that was open at main", pc);
}

static void descriptors_use(long fd, bool writing, uintptr_t pc)
{
    struct rdl_known *k = rdl_known_of(fd);

    if (k == NULL || k->replaced || k->kind == RDL_KNOWN_STATELESS)
        return;
    if (k->kind == RDL_KNOWN_STREAM) {
        descriptors_pass_through(k, pc);
        return;
    }
    if (writing && k->kind == RDL_KNOWN_FILE)
        descriptors_write_to(k, pc);
    k->moved = true;
    k->written |= writing;
    rdl_known_touched();
}

/* From now on another number refers to it too. */
static void descriptors_alias(long fd, uintptr_t pc)
{
    struct rdl_known *k = rdl_known_of(fd);

    if (k != NULL && !k->replaced)
        descriptors_use(fd, k->kind == RDL_KNOWN_OUTPUT, pc);
}

static void descriptors_part_with(struct rdl_known *k, uintptr_t pc)
{
    k->replaced = true;
    rdl_known_touched();
    if (rdl_rewinds && k->parked < 0)
        descriptors_pass_through(k, pc);
}

void rdl_descriptors_made(const struct rdl_made *m)
{
    rdl_descriptor_new((int)m->result);
}

/* pipe, pipe2, socketpair */
void rdl_descriptors_pair(const struct rdl_made *m)
{
    const int *fd =
        (const int *)(m->number == SYS_socketpair ? m->arg[3] : m->arg[0]);

    rdl_descriptor_new(fd[0]);
    rdl_descriptor_new(fd[1]);
}

void rdl_descriptors_closed(const struct rdl_made *m)
{
    struct rdl_known *k = rdl_known_of(m->arg[0]);

    if (k != NULL)
        descriptors_part_with(k, m->pc);
    else
        rdl_known_unmade((int)m->arg[0]);
}

void rdl_descriptors_closed_range(const struct rdl_made *m)
{
    for (size_t i = 0; i < rdl_known_count(); i++) {
        struct rdl_known *k = rdl_known_at(i);

        if ((unsigned)k->fd < (unsigned)m->arg[0] ||
            (unsigned)k->fd > (unsigned)m->arg[1])
            continue;
        if ((m->arg[2] & CLOSE_RANGE_CLOEXEC) == 0) {
            descriptors_part_with(k, m->pc);
        } else {
            k->flagged = true;
            rdl_known_touched();
        }
    }
}

void rdl_descriptors_copied(const struct rdl_made *m)
{
    descriptors_alias(m->arg[0], m->pc);
    rdl_descriptor_new((int)m->result);
}

/* dup2, dup3 */
void rdl_descriptors_duplicated(const struct rdl_made *m)
{
    struct rdl_known *k = rdl_known_of(m->arg[1]);

    if (m->arg[0] == m->arg[1])
        return;
    descriptors_alias(m->arg[0], m->pc);
    if (k != NULL)
        descriptors_part_with(k, m->pc);
    else
        rdl_descriptor_new((int)m->arg[1]);
}

/* fcntl */
void rdl_descriptors_controlled(const struct rdl_made *m)
{
    struct rdl_known *k = rdl_known_of(m->arg[0]);

    switch (m->arg[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        rdl_descriptors_copied(m);
        return;
    case F_GETFD:
    case F_GETFL:
    case F_GETLK:
    case F_OFD_GETLK:
    case F_GETOWN:
    case F_GETOWN_EX:
    case F_GETSIG:
    case F_GETLEASE:
    case F_GETPIPE_SZ:
    case F_GET_SEALS:
        return;
    case F_SETFD:
    case F_SETFL:
        if (k == NULL)
            return;
        k->flagged = true;
        rdl_known_touched();
        return;
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
        rdl_descriptors_locked(m);
        return;
    default:
        if (k != NULL)
            descriptors_pass_through(k, m->pc);
    }
}

void rdl_descriptors_locked(const struct rdl_made *m)
{
    struct rdl_known *k = rdl_known_of(m->arg[0]);

    if (k == NULL)
        return;
    if (k->held)
        rdl_rewind_cannot(RDL_ISOLATION_EXEC,
                          "it changes a file lock that was taken before main",
                          m->pc);
    k->locked = true;
    rdl_known_touched();
}

void rdl_descriptors_ioctl(const struct rdl_made *m)
{
    struct rdl_known *k = rdl_known_of(m->arg[0]);

    if (k == NULL)
        return;
    switch (m->arg[1]) {
    case FIOCLEX:
    case FIONCLEX:
    case FIONBIO:
    case FIOASYNC:
        k->flagged = true;
        rdl_known_touched();
        return;
    case FIONREAD:
    case TIOCOUTQ:
    case TCGETS:
    case TIOCGWINSZ:
    case TIOCGPGRP:
        return;
    default:
        descriptors_use(m->arg[0], k->kind == RDL_KNOWN_FILE, m->pc);
    }
}

static bool descriptors_writes(long number)
{
    switch (number) {
    case SYS_write:
    case SYS_writev:
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_pwritev2:
    case SYS_vmsplice:
    case SYS_ftruncate:
    case SYS_fallocate:
        return true;
    default:
        return false;
    }
}

void rdl_descriptors_used(const struct rdl_made *m)
{
    descriptors_use(m->arg[0], descriptors_writes(m->number), m->pc);
}

/* Copies from one descriptor to another. */
void rdl_descriptors_both_used(const struct rdl_made *m)
{
    switch (m->number) {
    case SYS_sendfile: /* to, from */
        descriptors_use(m->arg[0], /*writing=*/true, m->pc);
        descriptors_use(m->arg[1], /*writing=*/false, m->pc);
        return;
    case SYS_tee:
        descriptors_use(m->arg[0], /*writing=*/false, m->pc);
        descriptors_use(m->arg[1], /*writing=*/true, m->pc);
        return;
    default: /* splice, copy_file_range */
        descriptors_use(m->arg[0], /*writing=*/false, m->pc);
        descriptors_use(m->arg[2], /*writing=*/true, m->pc);
    }
}

/* Descriptors that arrived in a message. */
static void descriptors_unpack(const struct msghdr *message)
{
    /* CMSG_NXTHDR needs it. */
    struct msghdr *mutable = (struct msghdr *)message;
    struct cmsghdr *c;

    for (c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(mutable, c)) {
        const int *fd = (const int *)CMSG_DATA(c);
        size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(*fd);

        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t i = 0; i < n; i++)
            rdl_descriptor_new(fd[i]);
    }
}

/* recvmsg, recvmmsg */
void rdl_descriptors_received(const struct rdl_made *m)
{
    const struct mmsghdr *many = (const struct mmsghdr *)m->arg[1];

    descriptors_use(m->arg[0], /*writing=*/false, m->pc);
    if (m->number == SYS_recvmsg) {
        descriptors_unpack((const struct msghdr *)m->arg[1]);
        return;
    }
    for (long i = 0; i < m->result; i++)
        descriptors_unpack(&many[i].msg_hdr);
}

void rdl_descriptor_shared(int fd, bool writable, uintptr_t pc)
{
    descriptors_use(fd, writable, pc);
}

bool rdl_descriptor_is_output(const struct stat *st)
{
    bool any = false;

    for (size_t i = 0; i < rdl_known_count(); i++) {
        struct rdl_known *k = rdl_known_at(i);

        if (k->kind != RDL_KNOWN_OUTPUT || k->device != st->st_dev ||
            k->inode != st->st_ino)
            continue;
        k->written = any = true;
        rdl_known_touched();
    }
    return any;
}

void rdl_descriptor_error(const char *text, unsigned long size)
{
    rdl_raw(SYS_write, STDERR_FILENO, text, size);
    if (rdl_rewinds)
        descriptors_use(STDERR_FILENO, /*writing=*/true, 0);
}
