/* buffers.c - see buffers.h; list.h has the buffers of each call. */
#include "runtime/syscalls/buffers.h"

#include "runtime/machine/page.h"
#include "runtime/syscalls/numbers.h"

#include <limits.h>
#include <linux/sched.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
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
    bool written;            /* by the kernel; otherwise the kernel reads it */
};

#define SYSCALL(name, handler, buffers, effect, step)                          \
    [SYS_##name] = { buffers },
#define PLAIN .how = UNKNOWN
#define SILENT .how = NOTHING
#define WRITES(at, count, unit) BUFFER, at, count, unit, true
#define READS(at, count) BUFFER, at, count, 1, false
#define FILLS(at, count) VECTORS, at, count, 0, true
#define DRAINS(at, count) VECTORS, at, count, 0, false
#define MESSAGE(at, written) MESSAGE, at, 0, 0, written
#define MESSAGES(at, count) MESSAGES, at, count, 0, true
#define CLONE(at) CLONE, at, 0, 0, true
#define SCATTERED ANYWHERE, 0, 0, 0, true
static const struct entry entries[] = {
#include "runtime/syscalls/list.h"
};
#undef SYSCALL

#define N_ENTRIES (sizeof(entries) / sizeof(entries[0]))

/* Follows pointers like the handlers of the calls (io/receive.c); only the
 * kernel can distinguish a wild pointer from a good one. */
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

/* The kernel does not even report that it cannot write the numbers. */
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
