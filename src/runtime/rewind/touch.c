/* touch.c - where a system call is going to write, for the tracker that would
 * make it fail there.
 *
 * Known exactly for the calls with buffers of any size.  Of every other call
 * each argument that points into tracked memory counts as written, a page from
 * there on: no structure of the kernel's is larger.  Calls that write nothing
 * are named only where that saves something. */
#include "runtime/rewind/changes.h"
#include "runtime/rewind/image.h"

#include <limits.h>
#include <linux/ioctl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#define PLAIN_MOST RDL_PAGE
#define HEAD sizeof(long) /* msgrcv: the type comes before its bytes */
#define IOCTL_MOST ((size_t)1 << _IOC_SIZEBITS)

enum how {
    PLAIN, /* any argument may point to something of fixed size */
    NOTHING,
    BUFFER,  /* `at` points to argument `count` times `unit` bytes */
    VECTORS, /* `at` points to as many struct iovec as argument `count` says */
    MESSAGE, /* `at` points to a struct msghdr */
    MESSAGES /* to argument `count` times struct mmsghdr */
};

struct entry {
    unsigned char how, at, count, unit;
};

#define WRITES(name, at, count, unit) [SYS_##name] = { BUFFER, at, count, unit }
#define FILLS(name, at, count) [SYS_##name] = { VECTORS, at, count, 0 }
#define SILENT(name) [SYS_##name] = { NOTHING, 0, 0, 0 }

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
    WRITES(mincore, 2, 1, 1),
    WRITES(msgrcv, 1, 2, 1),
    WRITES(mq_timedreceive, 1, 2, 1),
    WRITES(poll, 0, 1, sizeof(struct pollfd)),
    WRITES(ppoll, 0, 1, sizeof(struct pollfd)),
    WRITES(epoll_wait, 1, 2, sizeof(struct epoll_event)),
    WRITES(epoll_pwait, 1, 2, sizeof(struct epoll_event)),
    WRITES(io_getevents, 3, 2, 32),
    FILLS(readv, 1, 2),
    FILLS(preadv, 1, 2),
    FILLS(preadv2, 1, 2),
    FILLS(process_vm_readv, 1, 2),
    [SYS_recvmsg] = { MESSAGE, 1, 0, 0 },
    [SYS_recvmmsg] = { MESSAGES, 1, 2, 0 },
    SILENT(write),
    SILENT(pwrite64),
    SILENT(writev),
    SILENT(pwritev),
    SILENT(sendto),
    SILENT(sendmsg),
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

/* What these point to is read as the handlers of the calls do (io_receive.c);
 * only the kernel can tell a wild pointer from a good one. */
static void touch_vectors(const struct iovec *vectors, size_t n)
{
    for (size_t i = 0; vectors != NULL && i < n && n <= IOV_MAX; i++)
        rdl_image_touch(vectors[i].iov_base, vectors[i].iov_len);
}

static void touch_message(struct msghdr *m)
{
    if (m == NULL)
        return;
    rdl_image_touch(m, sizeof(*m));
    rdl_image_touch(m->msg_name, m->msg_namelen);
    rdl_image_touch(m->msg_control, m->msg_controllen);
    touch_vectors(m->msg_iov, m->msg_iovlen);
}

static void touch_messages(struct mmsghdr *m, size_t n)
{
    for (size_t i = 0; m != NULL && i < n && n <= IOV_MAX; i++) {
        rdl_image_touch(&m[i], sizeof(m[i]));
        touch_message(&m[i].msg_hdr);
    }
}

/* The arguments of a call that is not known better, from the first on. */
static void touch_arguments(const long arg[6], size_t size)
{
    for (int i = 0; i < 6; i++)
        rdl_image_touch((void *)arg[i], size);
}

void rdl_image_touch_call(long number, const long arg[6])
{
    static const struct entry plain;
    const struct entry *e =
        (unsigned long)number < N_ENTRIES ? &entries[number] : &plain;
    size_t count = (size_t)arg[e->count];

    if (!rdl_changes_closed())
        return;
    switch ((enum how)e->how) {
    case NOTHING:
        return;
    case BUFFER:
        rdl_image_touch((void *)arg[e->at], count * e->unit + HEAD);
        break;
    case VECTORS:
        touch_vectors((const struct iovec *)arg[e->at], count);
        break;
    case MESSAGE:
        touch_message((struct msghdr *)arg[e->at]);
        break;
    case MESSAGES:
        touch_messages((struct mmsghdr *)arg[e->at], count);
        break;
    case PLAIN:
        break;
    }
    /* Lengths, names, times that go with a buffer, too. */
    touch_arguments(arg, number == SYS_ioctl ? IOCTL_MOST : PLAIN_MOST);
}
