/* table.c - kinds of descriptors; see table.h. */
#include "runtime/io/table.h"

#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/explore/exploring.h"
#include "runtime/explore/objects.h"
#include "runtime/io/call.h"
#include "runtime/machine/raw.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

#define MEMORY_DEVICES 1 /* major number of /dev/null, zero, full, ... */
#define FAR_APART                                                              \
    16 /* ends of a pair with more between them have                           \
          operands of their own */

static struct rdl_descriptor table[RDL_IO_MAX];
static struct rdl_descriptor beyond; /* for descriptors above the table */
static int limit;
static uint32_t last_id;

RDL_KEEP_USED(table, limit);

static bool table_covers(int fd)
{
    return fd >= 0 && fd < RDL_IO_MAX;
}

struct rdl_descriptor *rdl_io_known(int fd)
{
    return table_covers(fd) ? &table[fd] : &beyond;
}

int rdl_io_limit(void)
{
    return limit;
}

static void table_fill(int fd, const struct stat *st, enum rdl_io_kind kind,
                       bool outside)
{
    if (table_covers(fd) && fd >= limit)
        limit = fd + 1;
    *rdl_io_known(fd) = (struct rdl_descriptor){
        .inode = st->st_ino,
        .device = st->st_dev,
        .id = ++last_id,
        .kind = (uint8_t)kind,
        .outside = outside,
        .first = (uint16_t)fd,
        .last = (uint16_t)fd,
        .peer = RDL_IO_NO_PEER,
    };
}

/* In the step of the calling thread. */
static void table_changed(int fd)
{
    if (unlikely(rdl_exploring))
        rdl_exploring_descriptor(fd);
}

static void table_copy(int from, int to)
{
    struct rdl_descriptor *source = rdl_io_known(from);

    if (!table_covers(to))
        return;
    if (to >= limit)
        limit = to + 1;
    /* The bytes of one copy can no longer be counted separately. */
    source->peer = RDL_IO_NO_PEER;
    source->loopback = false;
    table[to] = *source;
}

/* A descriptor that arrived unseen (in a message, through /proc/self/fd) for a
 * pipe or socket that is known by another number. */
static bool table_same_as_known(int fd, const struct stat *st)
{
    for (int other = 0; other < limit; other++) {
        const struct rdl_descriptor *d = &table[other];

        if (other != fd && d->kind != RDL_IO_NONE && d->inode == st->st_ino &&
            d->device == st->st_dev) {
            table_copy(other, fd);
            return true;
        }
    }
    return false;
}

static void table_classify(int fd, const struct stat *st)
{
    switch (st->st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFDIR:
    case S_IFBLK:
    case S_IFLNK:
        table_fill(fd, st, RDL_IO_FILE, false);
        return;
    case S_IFCHR:
        if (major(st->st_rdev) == MEMORY_DEVICES)
            table_fill(fd, st, RDL_IO_FILE, false);
        else
            table_fill(fd, st, RDL_IO_FOREIGN, true);
        return;
    case S_IFIFO:
        if (!table_same_as_known(fd, st))
            table_fill(fd, st, RDL_IO_FOREIGN, true);
        return;
    case S_IFSOCK:
        if (!table_same_as_known(fd, st))
            table_fill(fd, st, RDL_IO_SOCKET, true);
        return;
    default: /* an anonymous inode */
        table_fill(fd, st, RDL_IO_EVENT, false);
    }
}

struct rdl_descriptor *rdl_io_find(int fd)
{
    struct rdl_descriptor *d = rdl_io_known(fd);
    struct stat st;

    if (rdl_raw(SYS_fstat, fd, &st) < 0) {
        d->kind = RDL_IO_NONE;
        d->outside = false;
        return d;
    }
    if (d->kind == RDL_IO_NONE || d->inode != st.st_ino ||
        d->device != st.st_dev || d == &beyond)
        table_classify(fd, &st);
    return d;
}

struct rdl_descriptor *rdl_io_made(int fd, enum rdl_io_kind kind, bool outside)
{
    struct stat st = { 0 };

    rdl_raw(SYS_fstat, fd, &st);
    table_changed(fd);
    table_fill(fd, &st, kind, outside);
    return rdl_io_known(fd);
}

void rdl_io_made_pair(const int fd[2], enum rdl_io_kind kind)
{
    int first = fd[0] < fd[1] ? fd[0] : fd[1];
    int last = fd[0] < fd[1] ? fd[1] : fd[0];

    for (int i = 0; i < 2; i++) {
        struct rdl_descriptor *d = rdl_io_made(fd[i], kind, false);

        if (last - first < FAR_APART && table_covers(last)) {
            d->first = (uint16_t)first;
            d->last = (uint16_t)last;
        }
    }
}

void rdl_io_copied(int from, int to)
{
    table_changed(to);
    table_copy(from, to);
}

void rdl_io_flagged(int fd)
{
    const uint32_t id = rdl_io_known(fd)->id;

    table_changed(fd);
    for (int other = 0; other < limit; other++) {
        if (other != fd && table[other].kind != RDL_IO_NONE &&
            table[other].id == id)
            table_changed(other);
    }
}

void rdl_io_closed(int fd)
{
    table_changed(fd);
    if (table_covers(fd) && fd >= limit)
        return; /* never heard of */
    *rdl_io_known(fd) = (struct rdl_descriptor){ .peer = RDL_IO_NO_PEER };
}

void rdl_io_set_outside(struct rdl_descriptor *set, bool reachable)
{
    uint32_t id = set->id;

    set->outside = true;
    set->reachable |= reachable;
    for (int fd = 0; fd < limit; fd++) {
        struct rdl_descriptor *d = &table[fd];

        if (d->kind != RDL_IO_NONE && d->id == id) {
            d->outside = true;
            d->reachable |= reachable;
        }
    }
}

void rdl_io_share_all(void)
{
    for (int fd = 0; fd < limit; fd++) {
        struct rdl_descriptor *d = &table[fd];

        if (d->kind == RDL_IO_NONE || d->kind == RDL_IO_FILE)
            continue;
        d->outside = true;
        d->reachable = true;
        d->loopback = false;
        d->peer = RDL_IO_NO_PEER;
    }
}

void rdl_io_point(enum rdl_op op, int fd, uintptr_t pc)
{
    const struct rdl_descriptor *d = rdl_io_known(fd);
    uintptr_t name = table_covers(fd) ? (uintptr_t)fd : RDL_IO_MAX;
    size_t size = 1;

    if (d->kind != RDL_IO_NONE && d->first != d->last) {
        name = d->first;
        size = (size_t)(d->last - d->first) + 1;
    }
    rdl_self->descriptor = fd + 1;
    rdl_point(op, (const void *)name, size, pc);
    rdl_self->descriptor = 0;
    rdl_self->transfers = rdl_self->awaits_input = false;
}

/* Input is there, or will never be. */
static bool table_readable(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    int bytes = 0;

    if (rdl_raw(SYS_poll, &p, 1, 0) == 1 &&
        (p.revents & (POLLIN | POLLHUP)) != 0)
        return true;
    /* The end that is written knows it, too. */
    return rdl_io_known(fd)->kind == RDL_IO_PIPE &&
           rdl_raw(SYS_ioctl, fd, FIONREAD, &bytes) == 0 && bytes > 0;
}

bool rdl_descriptor_touch(const struct rdl_thread *t,
                          struct rdl_step_object *touch)
{
    const int fd = t->descriptor - 1;
    const struct rdl_descriptor *d = rdl_io_known(fd);

    /* If the ends of a pipe are far apart, neither says which the other is. */
    if (!table_covers(fd) || d->outside ||
        !((d->kind == RDL_IO_PIPE && d->first != d->last) ||
          d->kind == RDL_IO_EVENT))
        return false;
    touch->object = d->first;
    touch->operand = d->kind;
    touch->state = table_readable(fd);
    if (t->awaits_input && !rdl_io_nonblocking(fd, POLLIN))
        touch->need = RDL_NEEDS_NONZERO;
    return true;
}
