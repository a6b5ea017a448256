/* buffers.c - see buffers.h.
 *
 * Named are the calls with buffers of any size, and those that write nothing
 * where that saves something.  What is not named may write a structure behind
 * each of its arguments. */
#include "runtime/syscalls/buffers.h"

#include "runtime/machine/page.h"

#include <limits.h>
#include <linux/sched.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define TYPE sizeof(long) /* of a System V message, before its bytes */
#define DONE_SIZE 32      /* struct io_event of linux/aio_abi.h */

enum how {
    UNKNOWN,
    NOTHING,
    BUFFER,   /* `at` points to `count` times `unit` bytes */
    VECTORS,  /* to `count` times struct iovec */
    MESSAGE,  /* to a struct msghdr */
    MESSAGES, /* to `count` times struct mmsghdr */
    CLONE,    /* to a struct clone_args */
    ANYWHERE
};

struct entry {
    unsigned char how;
    unsigned char at, count; /* arguments */
    unsigned char unit;      /* 0: a byte for each page of memory */
    bool written;            /* by the kernel; else it reads */
};

#define WRITES(name, at, count, unit)                                          \
    [SYS_##name] = { BUFFER, at, count, unit, true }
#define READS(name, at, count) [SYS_##name] = { BUFFER, at, count, 1, false }
#define FILLS(name, at, count) [SYS_##name] = { VECTORS, at, count, 0, true }
#define DRAINS(name, at, count) [SYS_##name] = { VECTORS, at, count, 0, false }
#define SILENT(name) [SYS_##name] = { NOTHING, 0, 0, 0, false }

static const struct entry entries[] = {
    WRITES(read, 1, 2, 1),
    WRITES(pread64, 1, 2, 1),
    WRITES(recvfrom, 1, 2, 1),
    WRITES(getdents, 1, 2, 1),
    WRITES(getdents64, 1, 2, 1),
    WRITES(readlink, 1, 2, 1),
    WRITES(readlinkat, 2, 3, 1),
    WRITES(getcwd, 0, 1, 1),
    WRITES(getrandom, 0, 1, 1),
    WRITES(getxattr, 2, 3, 1),
    WRITES(lgetxattr, 2, 3, 1),
    WRITES(fgetxattr, 2, 3, 1),
    WRITES(listxattr, 1, 2, 1),
    WRITES(llistxattr, 1, 2, 1),
    WRITES(flistxattr, 1, 2, 1),
    WRITES(getgroups, 1, 0, sizeof(gid_t)),
    WRITES(sched_getaffinity, 2, 1, 1),
    WRITES(sched_getattr, 1, 2, 1),
    WRITES(mincore, 2, 1, 0),
    WRITES(move_pages, 4, 1, sizeof(int)),
    WRITES(syslog, 1, 2, 1),
    WRITES(msgrcv, 1, 2, 1),
    WRITES(mq_timedreceive, 1, 2, 1),
    WRITES(poll, 0, 1, sizeof(struct pollfd)),
    WRITES(ppoll, 0, 1, sizeof(struct pollfd)),
    WRITES(epoll_wait, 1, 2, sizeof(struct epoll_event)),
    WRITES(epoll_pwait, 1, 2, sizeof(struct epoll_event)),
    WRITES(epoll_pwait2, 1, 2, sizeof(struct epoll_event)),
    WRITES(io_getevents, 3, 2, DONE_SIZE),
    WRITES(io_pgetevents, 3, 2, DONE_SIZE),
    FILLS(readv, 1, 2),
    FILLS(preadv, 1, 2),
    FILLS(preadv2, 1, 2),
    FILLS(vmsplice, 1, 2),
    FILLS(process_vm_readv, 1, 2),
    FILLS(process_vm_writev, 3, 4), /* its own memory, it may be */
    [SYS_recvmsg] = { MESSAGE, 1, 0, 0, true },
    [SYS_recvmmsg] = { MESSAGES, 1, 2, 0, true },
    [SYS_clone3] = { CLONE, 0, 0, 0, true },
    [SYS_io_submit] = { ANYWHERE, 0, 0, 0, true },
    READS(write, 1, 2),
    READS(pwrite64, 1, 2),
    READS(sendto, 1, 2),
    DRAINS(writev, 1, 2),
    DRAINS(pwritev, 1, 2),
    DRAINS(pwritev2, 1, 2),
    [SYS_sendmsg] = { MESSAGE, 1, 0, 0, false },
    SILENT(open),
    SILENT(openat),
    SILENT(close),
    SILENT(unlink),
    SILENT(execve),
    SILENT(mmap),
    SILENT(munmap),
    SILENT(mprotect),
    SILENT(mremap),
    SILENT(madvise),
};
#define N_ENTRIES (sizeof(entries) / sizeof(entries[0]))

/* What pointers lead to is read as the handlers of the calls do
 * (io/receive.c); only the kernel can tell a wild pointer from a good one. */
static void buffers_visit_vectors(const struct iovec *vectors, size_t n,
                                  bool written, rdl_buffers_visit *visit)
{
    for (size_t i = 0; vectors != NULL && i < n && n <= IOV_MAX; i++)
        visit(vectors[i].iov_base, vectors[i].iov_len, written);
}

static void buffers_visit_message(struct msghdr *m, bool written,
                                  rdl_buffers_visit *visit)
{
    if (m == NULL)
        return;
    visit(m, sizeof(*m), written);
    visit(m->msg_name, m->msg_namelen, written);
    visit(m->msg_control, m->msg_controllen, written);
    buffers_visit_vectors(m->msg_iov, m->msg_iovlen, written, visit);
}

static void buffers_visit_messages(struct mmsghdr *m, size_t n, bool written,
                                   rdl_buffers_visit *visit)
{
    for (size_t i = 0; m != NULL && i < n && n <= IOV_MAX; i++) {
        visit(&m[i].msg_len, sizeof(m[i].msg_len), written);
        buffers_visit_message(&m[i].msg_hdr, written, visit);
    }
}

/* The kernel does not even say so if it cannot write the numbers. */
static void buffers_visit_clone(const struct clone_args *c,
                                rdl_buffers_visit *visit)
{
    if (c == NULL)
        return;
    visit((void *)c->pidfd, sizeof(int), /*written=*/true);
    visit((void *)c->child_tid, sizeof(int), /*written=*/true);
    visit((void *)c->parent_tid, sizeof(int), /*written=*/true);
}

static size_t buffers_buffer_size(long number, const struct entry *e,
                                  size_t count)
{
    if (e->unit == 0)
        return count / RDL_PAGE + 1;
    return count * e->unit + (number == SYS_msgrcv ? TYPE : 0);
}

enum rdl_buffers_rest rdl_buffers_each(long number, const long arg[6],
                                       rdl_buffers_visit *visit)
{
    static const struct entry unknown;
    const struct entry *e =
        (unsigned long)number < N_ENTRIES ? &entries[number] : &unknown;
    void *at = (void *)arg[e->at];
    size_t count = (size_t)arg[e->count];

    switch ((enum how)e->how) {
    case NOTHING:
        return RDL_BUFFERS_NONE;
    case BUFFER:
        visit(at, buffers_buffer_size(number, e, count), e->written);
        break;
    case VECTORS:
        buffers_visit_vectors(at, count, e->written, visit);
        break;
    case MESSAGE:
        buffers_visit_message(at, e->written, visit);
        break;
    case MESSAGES:
        buffers_visit_messages(at, count, e->written, visit);
        break;
    case CLONE:
        buffers_visit_clone(at, visit);
        break;
    case ANYWHERE:
        return RDL_BUFFERS_ANYWHERE;
    case UNKNOWN:
        return RDL_BUFFERS_PLAIN;
    }
    /* Lengths, names and times go with a buffer. */
    return e->written ? RDL_BUFFERS_PLAIN : RDL_BUFFERS_NONE;
}
