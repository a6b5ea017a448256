/* buffers.c - see buffers.h; list.h and commands.h have the buffers of each
 * call. */
#include "runtime/syscalls/buffers.h"

#include "runtime/machine/page.h"
#include "runtime/machine/peek.h"
#include "runtime/syscalls/numbers.h"

#include <asm/prctl.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/keyctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <linux/userfaultfd.h>
#include <mqueue.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <time.h>

/* Newer than the headers of Debian 12, or not in those of the C library. */
#ifndef PR_GET_AUXV
#define PR_GET_AUXV 0x41555856
#endif
#ifndef ARCH_GET_XCOMP_SUPP
#define ARCH_GET_XCOMP_SUPP 0x1021
#define ARCH_GET_XCOMP_PERM 0x1022
#endif
#ifndef F_GETOWNER_UIDS
#define F_GETOWNER_UIDS 17
#endif

#define DONE_SIZE 32     /* struct io_event of linux/aio_abi.h */
#define SEMAPHORES 32000 /* SEMMSL: in one set */
/* What an ioctl may write whose number does not say it: the largest size that a
 * number can say. */
#define UNSAID ((size_t)1 << _IOC_SIZEBITS)

enum how {
    END,
    FIXED,    /* `at` points to `size` bytes */
    COUNTED,  /* to `size` bytes times argument `count` */
    HEADED,   /* to `size` bytes and `count` more */
    PER_PAGE, /* to a byte for each page of `count` bytes */
    BITMAP,   /* to `count` bits, in whole longs */
    VECTORS,  /* to `count` times struct iovec */
    HEADER,   /* to a struct msghdr */
    HEADERS,  /* to `count` times struct mmsghdr */
    CHILD,    /* to a struct clone_args */
    TEXT_AT,  /* to a string */
    CHOSEN,   /* argument `at` is a command */
    CONTROL,  /* argument `count` is the command of an ioctl */
    ANYWHERE
};

struct buffer {
    unsigned char how, use;  /* enum how, enum rdl_buffer_use */
    unsigned char at, count; /* arguments */
    uint16_t size;
};

/* An END is behind the last, unless there are as many as fit. */
#define MOST_BUFFERS 4

struct entry {
    bool listed;
    struct buffer list[MOST_BUFFERS];
};

struct command {
    long number, command;
    struct buffer list[MOST_BUFFERS];
};

#define NOTHING
#define BYTES(at, n) { FIXED, RDL_BUFFER_WRITTEN, at, 0, n },
#define OUT(at, type) BYTES(at, sizeof(type))
#define BYTES_IN(at, n) { FIXED, RDL_BUFFER_READ, at, 0, n },
#define IN(at, type) BYTES_IN(at, sizeof(type))
#define TEXT(at) { TEXT_AT, RDL_BUFFER_TEXT, at, 0, 0 },
#define UP_TO(at, n) { FIXED, RDL_BUFFER_OPEN, at, 0, n },
#define WRITES(at, count, unit)                                                \
    { COUNTED, RDL_BUFFER_WRITTEN, at, count, unit },
#define KEEPS(at, count) { COUNTED, RDL_BUFFER_OPEN, at, count, 1 },
#define COUNTS(at, count, unit) { COUNTED, RDL_BUFFER_READ, at, count, unit },
#define GIVEN(at, type) { FIXED, RDL_BUFFER_EARLY, at, 0, sizeof(type) },
#define READS(at, count) COUNTS(at, count, 1)
#define RECORD(at, count)                                                      \
    { HEADED, RDL_BUFFER_WRITTEN, at, count, sizeof(long) },
#define PAGES(at, count) { PER_PAGE, RDL_BUFFER_WRITTEN, at, count, 0 },
#define BITS(at, count) { BITMAP, RDL_BUFFER_WRITTEN, at, count, 0 },
#define ADDRESS(at, length)                                                    \
    UP_TO(at, sizeof(struct sockaddr_storage)) OUT(length, socklen_t)
#define FILLS(at, count) { VECTORS, RDL_BUFFER_WRITTEN, at, count, 0 },
#define DRAINS(at, count) { VECTORS, RDL_BUFFER_READ, at, count, 0 },
#define MESSAGE(at, written)                                                   \
    { HEADER, written ? RDL_BUFFER_WRITTEN : RDL_BUFFER_READ, at, 0, 0 },
#define MESSAGES(at, count) { HEADERS, RDL_BUFFER_WRITTEN, at, count, 0 },
#define CLONE(at) { CHILD, RDL_BUFFER_WRITTEN, at, 0, 0 },
#define BY(at) { CHOSEN, RDL_BUFFER_WRITTEN, at, 0, 0 },
#define IOCTL(command, at) { CONTROL, RDL_BUFFER_WRITTEN, at, command, 0 },
#define SCATTERED { ANYWHERE, RDL_BUFFER_WRITTEN, 0, 0, 0 },

#define SYSCALL(name, handler, buffers, effect, step)                          \
    [SYS_##name] = { .listed = true, .list = { buffers } },
static const struct entry entries[] = {
#include "runtime/syscalls/list.h"
};
#undef SYSCALL

#define COMMAND(call, command, buffers) { SYS_##call, command, { buffers } },
static const struct command commands[] = {
#include "runtime/syscalls/commands.h"
};
#undef COMMAND

#define N_ENTRIES (sizeof(entries) / sizeof(entries[0]))
#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

/* Follows pointers like the handlers of the calls (io/receive.c).  A wild one
 * leads nowhere: the call fails, or has failed. */
static void buffers_visit_vectors(const struct iovec *vectors, size_t n,
                                  enum rdl_buffer_use use,
                                  rdl_buffers_visit *visit)
{
    if (n > IOV_MAX || !rdl_readable(vectors, n * sizeof(*vectors)))
        return;
    visit((void *)vectors, n * sizeof(*vectors), RDL_BUFFER_EARLY);
    for (size_t i = 0; i < n; i++)
        visit(vectors[i].iov_base, vectors[i].iov_len, use);
}

static void buffers_visit_message(struct msghdr *m, enum rdl_buffer_use use,
                                  rdl_buffers_visit *visit)
{
    if (!rdl_readable(m, sizeof(*m)))
        return;
    visit(m, sizeof(*m), RDL_BUFFER_EARLY);
    visit(m, sizeof(*m), use);
    visit(m->msg_name, m->msg_namelen, use);
    visit(m->msg_control, m->msg_controllen, use);
    buffers_visit_vectors(m->msg_iov, m->msg_iovlen, use, visit);
}

static void buffers_visit_messages(struct mmsghdr *m, size_t n,
                                   enum rdl_buffer_use use,
                                   rdl_buffers_visit *visit)
{
    if (n > IOV_MAX)
        n = IOV_MAX; /* as the kernel does */
    for (size_t i = 0; i < n && rdl_readable(&m[i], sizeof(m[i])); i++) {
        visit(&m[i].msg_len, sizeof(m[i].msg_len), use);
        buffers_visit_message(&m[i].msg_hdr, use, visit);
    }
}

/* The kernel does not even report that it cannot write the numbers. */
static void buffers_visit_clone(const struct clone_args *c,
                                rdl_buffers_visit *visit)
{
    if (!rdl_readable(c, sizeof(*c)))
        return;
    visit((void *)c->pidfd, sizeof(int), RDL_BUFFER_WRITTEN);
    visit((void *)c->child_tid, sizeof(int), RDL_BUFFER_WRITTEN);
    visit((void *)c->parent_tid, sizeof(int), RDL_BUFFER_WRITTEN);
}

static size_t buffers_bitmap_size(size_t bits)
{
    const size_t in_a_long = sizeof(long) * CHAR_BIT;

    return (bits + in_a_long - 1) / in_a_long * sizeof(long);
}

static const struct command *buffers_command(long number, long command)
{
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (commands[i].number == number && commands[i].command == command)
            return &commands[i];
    }
    return NULL;
}

static enum rdl_buffers_rest buffers_visit_list(const struct buffer *list,
                                                long number, const long arg[6],
                                                rdl_buffers_visit *visit);

static enum rdl_buffers_rest buffers_visit_ioctl(unsigned command, void *at,
                                                 const long arg[6],
                                                 rdl_buffers_visit *visit)
{
    const struct command *c = buffers_command(SYS_ioctl, command);

    if (c != NULL)
        return buffers_visit_list(c->list, SYS_ioctl, arg, visit);
    if ((_IOC_DIR(command) & _IOC_READ) != 0)
        visit(at, _IOC_SIZE(command), RDL_BUFFER_WRITTEN);
    else if (_IOC_DIR(command) == _IOC_NONE)
        visit(at, UNSAID, RDL_BUFFER_OPEN);
    return RDL_BUFFERS_NONE;
}

static enum rdl_buffers_rest buffers_visit_one(const struct buffer *b,
                                               long number, const long arg[6],
                                               rdl_buffers_visit *visit)
{
    void *at = (void *)arg[b->at];
    size_t count = (size_t)arg[b->count];
    enum rdl_buffer_use use = (enum rdl_buffer_use)b->use;
    const struct command *c;

    switch ((enum how)b->how) {
    case FIXED:
        visit(at, b->size, use);
        break;
    case COUNTED:
        visit(at, count * b->size, use);
        break;
    case HEADED:
        visit(at, count + b->size, use);
        break;
    case PER_PAGE:
        visit(at, rdl_page_up(count) / RDL_PAGE, use);
        break;
    case BITMAP:
        visit(at, buffers_bitmap_size(count), use);
        break;
    case VECTORS:
        buffers_visit_vectors(at, count, use, visit);
        break;
    case HEADER:
        buffers_visit_message(at, use, visit);
        break;
    case HEADERS:
        buffers_visit_messages(at, count, use, visit);
        break;
    case CHILD:
        buffers_visit_clone(at, visit);
        break;
    case TEXT_AT:
        visit(at, 0, RDL_BUFFER_TEXT);
        break;
    case CHOSEN:
        c = buffers_command(number, (int)arg[b->at]);
        if (c != NULL)
            return buffers_visit_list(c->list, number, arg, visit);
        break;
    case CONTROL:
        return buffers_visit_ioctl((unsigned)count, at, arg, visit);
    case ANYWHERE:
        return RDL_BUFFERS_ANYWHERE;
    case END:
        break;
    }
    return RDL_BUFFERS_NONE;
}

static enum rdl_buffers_rest buffers_visit_list(const struct buffer *list,
                                                long number, const long arg[6],
                                                rdl_buffers_visit *visit)
{
    enum rdl_buffers_rest rest = RDL_BUFFERS_NONE;

    for (size_t i = 0;
         i < MOST_BUFFERS && list[i].how != END && rest == RDL_BUFFERS_NONE;
         i++)
        rest = buffers_visit_one(&list[i], number, arg, visit);
    return rest;
}

enum rdl_buffers_rest rdl_buffers_each(long number, const long arg[6],
                                       rdl_buffers_visit *visit)
{
    if ((unsigned long)number >= N_ENTRIES || !entries[number].listed)
        return RDL_BUFFERS_UNKNOWN;
    return buffers_visit_list(entries[number].list, number, arg, visit);
}
