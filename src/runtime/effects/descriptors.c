/* descriptors.c - see descriptors.h.
 *
 * At main every open descriptor gets a duplicate at a high number, from which
 * it can be restored.  During an execution the system calls report which of
 * them were closed, replaced or moved, and which numbers are new
 * (descriptors_calls.c). Where nothing was used the rewind makes no system
 * call.
 *
 * Streams that a constructor opened have no duplicate: otherwise their reader
 * would never see the end of file. */
#include "runtime/effects/descriptors.h"

#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors_known.h"
#include "runtime/core/runtime_descriptors.h"
#include "runtime/core/restorer.h"
#include "runtime/core/children.h"
#include "runtime/observe/isolation.h"

#include "base/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define MAX_KNOWN 512
#define BITS 64
#define MEMORY_DEVICES 1 /* major number of /dev/null, zero, full, ... */
#define OUTPUT_NAME "/memfd:raddle-output"
#define SETTABLE (O_APPEND | O_ASYNC | O_DIRECT | O_NOATIME | O_NONBLOCK)

static struct rdl_known known[MAX_KNOWN];
static size_t n_known;
static uint16_t slots[RDL_KNOWN_LIMIT]; /* index + 1 into known; 0: not known */
static bool parked, touched;
static bool missed; /* a descriptor that is open at main is not in the table */

static uint64_t made[RDL_KNOWN_LIMIT / BITS];      /* by the execution */
static uint64_t given[RDL_KNOWN_LIMIT / BITS];     /* open when it was loaded */
static int lowest = RDL_KNOWN_LIMIT, highest = -1; /* of `made` */
static bool beyond; /* one at RDL_KNOWN_LIMIT or above was made */

RDL_PERSISTENT(known);
RDL_PERSISTENT(n_known);
RDL_PERSISTENT(slots);
RDL_PERSISTENT(parked);
RDL_PERSISTENT(touched);
RDL_PERSISTENT(missed);
RDL_PERSISTENT(made);
RDL_PERSISTENT(given);
RDL_PERSISTENT_HERE(lowest);
RDL_PERSISTENT_HERE(highest);
RDL_PERSISTENT(beyond);

struct rdl_known *rdl_known_of(long fd)
{
    if (fd < 0 || fd >= RDL_KNOWN_LIMIT || slots[fd] == 0)
        return NULL;
    return &known[slots[fd] - 1];
}

struct rdl_known *rdl_known_at(size_t i)
{
    return &known[i];
}

size_t rdl_known_count(void)
{
    return n_known;
}

void rdl_known_touched(void)
{
    touched = true;
}

static bool descriptors_has(const uint64_t *set, int fd)
{
    return (set[fd / BITS] & UINT64_C(1) << fd % BITS) != 0;
}

void rdl_known_unmade(int fd)
{
    if (fd >= 0 && fd < RDL_KNOWN_LIMIT)
        made[fd / BITS] &= ~(UINT64_C(1) << fd % BITS);
}

void rdl_descriptor_new(int fd)
{
    if (rdl_child)
        return;
    if (fd >= RDL_KNOWN_LIMIT) {
        beyond = true;
        return;
    }
    if (slots[fd] != 0) {
        known[slots[fd] - 1].replaced = touched = true;
        return;
    }
    made[fd / BITS] |= UINT64_C(1) << fd % BITS;
    if (fd < lowest)
        lowest = fd;
    if (fd > highest)
        highest = fd;
}

bool rdl_descriptor_is_own(int fd)
{
    return rdl_rewinds && !rdl_child && rdl_runtime_descriptor_is(fd);
}

long rdl_descriptors_close_range(unsigned first, unsigned last, int flags)
{
    if (!rdl_rewinds || rdl_child || first > last)
        return rdl_raw(SYS_close_range, first, last, flags);
    while (first <= last && first < INT_MAX) {
        unsigned own = (unsigned)rdl_runtime_descriptor_behind((int)first);
        long result = own > first ? rdl_raw(SYS_close_range, first,
                                            own <= last ? own - 1 : last, flags)
                                  : 0;

        if (result < 0)
            return result;
        first = own <= last ? own + 1 : INT_MAX;
    }
    return 0;
}

/* --- At main ---------------------------------------------------------------
 */

/* Calls `each` for every open descriptor. */
static void descriptors_list_open(void (*each)(int fd))
{
    char buffer[4096];
    long fd =
        rdl_raw(SYS_open, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long n;

    while (fd >= 0 &&
           (n = rdl_raw(SYS_getdents64, fd, buffer, sizeof(buffer))) > 0) {
        const struct dirent64 *d;

        for (long at = 0; at < n; at += d->d_reclen) {
            int number = 0;

            d = (const void *)(buffer + at);
            if (d->d_name[0] < '0' || d->d_name[0] > '9')
                continue;
            for (const char *c = d->d_name; *c != '\0'; c++)
                number = number * 10 + (*c - '0');
            if (number != fd)
                each(number);
        }
    }
    if (fd >= 0)
        rdl_raw(SYS_close, fd);
}

static void descriptors_note_given(int fd)
{
    if (fd < RDL_KNOWN_LIMIT)
        given[fd / BITS] |= UINT64_C(1) << fd % BITS;
}

/* Before any constructor of the target. */
__attribute__((constructor(104))) static void look_at_given(void)
{
    if (rdl_shared != NULL)
        descriptors_list_open(descriptors_note_given);
}

/* Path of a file under /proc about fd: folder and number. */
static void descriptors_path_of(const char *folder, int fd, char out[48])
{
    strcpy(out, folder);
    rdl_text_number(out, (unsigned long)fd);
}

static bool descriptors_is_output(int fd)
{
    char path[48], target[sizeof(OUTPUT_NAME)];

    descriptors_path_of("/proc/self/fd/", fd, path);
    return rdl_raw(SYS_readlink, path, target, sizeof(target) - 1) ==
               sizeof(target) - 1 &&
           memcmp(target, OUTPUT_NAME, sizeof(target) - 1) == 0;
}

/* "lock:" occurs once for each lock (proc(5)). */
static bool descriptors_is_held(int fd)
{
    char path[48], text[512];
    long n, file;

    descriptors_path_of("/proc/self/fdinfo/", fd, path);
    file = rdl_raw(SYS_open, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    n = rdl_raw(SYS_read, file, text, sizeof(text) - 1);
    rdl_raw(SYS_close, file);
    text[n > 0 ? n : 0] = '\0';
    return strstr(text, "\nlock:") != NULL;
}

static enum rdl_known_kind descriptors_classify(int fd, const struct stat *st)
{
    switch (st->st_mode & S_IFMT) {
    case S_IFREG:
        return descriptors_is_output(fd) ? RDL_KNOWN_OUTPUT : RDL_KNOWN_FILE;
    case S_IFDIR:
    case S_IFBLK:
        return RDL_KNOWN_FILE;
    case S_IFCHR:
        return major(st->st_rdev) == MEMORY_DEVICES ? RDL_KNOWN_STATELESS
                                                    : RDL_KNOWN_STREAM;
    case S_IFLNK: /* O_PATH */
        return RDL_KNOWN_STATELESS;
    default:
        return RDL_KNOWN_STREAM;
    }
}

static void descriptors_note_known(int fd)
{
    struct rdl_known *k = &known[n_known];
    struct stat st;

    if (rdl_runtime_descriptor_is(fd) || rdl_raw(SYS_fstat, fd, &st) < 0)
        return;
    if (n_known == MAX_KNOWN || fd >= RDL_KNOWN_LIMIT) {
        missed = true;
        return;
    }
    *k = (struct rdl_known){
        .fd = fd,
        .parked = -1,
        .kind = descriptors_classify(fd, &st),
        .inherited = descriptors_has(given, fd),
        .nameless = st.st_nlink == 0,
        .held = descriptors_is_held(fd),
        .closes = (int)rdl_raw(SYS_fcntl, fd, F_GETFD),
        .flags = (int)rdl_raw(SYS_fcntl, fd, F_GETFL),
        .offset = rdl_raw(SYS_lseek, fd, 0, SEEK_CUR),
        .device = st.st_dev,
        .inode = st.st_ino,
    };
    slots[fd] = (uint16_t)++n_known;
}

static void descriptors_park_all(void)
{
    for (size_t i = 0; i < n_known; i++) {
        struct rdl_known *k = &known[i];

        if (k->kind == RDL_KNOWN_STREAM && !k->inherited)
            continue;
        k->parked = rdl_runtime_descriptor_park(k->fd);
        if (k->parked < 0)
            rdl_rewind_cannot(RDL_ISOLATION_FORK,
                              "its limit of open files (ulimit -n) leaves no "
                              "room for copies",
                              0);
    }
}

void rdl_descriptors_list(int control)
{
    rdl_runtime_descriptor(control);
    descriptors_list_open(descriptors_note_known);
}

/* A repeated snapshot finds them as the first did. */
static void descriptors_save(void)
{
    if (missed)
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it has too many descriptors, or too high ones, at "
                          "main",
                          0);
    if (!parked)
        descriptors_park_all();
    parked = true;
}

/* --- Back to main ----------------------------------------------------------
 */

static void descriptors_unlock(int fd)
{
    struct flock all = { .l_type = F_UNLCK, .l_whence = SEEK_SET };

    rdl_raw(SYS_flock, fd, LOCK_UN);
    rdl_raw(SYS_fcntl, fd, F_SETLK, &all);
    rdl_raw(SYS_fcntl, fd, F_OFD_SETLK, &all);
}

static void descriptors_seek(const struct rdl_known *k, int fd)
{
    if (k->offset >= 0)
        rdl_raw(SYS_lseek, fd, k->kind == RDL_KNOWN_OUTPUT ? 0 : k->offset,
                SEEK_SET);
}

/* Children share offsets and write to the same files. */
static void descriptors_bring_back(struct rdl_known *k, bool children)
{
    if (k->parked < 0)
        return;
    if (k->replaced)
        rdl_raw(SYS_dup3, k->parked, k->fd,
                (k->closes & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0);
    if (k->flagged) {
        rdl_raw(SYS_fcntl, k->parked, F_SETFL, k->flags & SETTABLE);
        rdl_raw(SYS_fcntl, k->fd, F_SETFD, k->closes);
    }
    if (k->locked && !k->held)
        descriptors_unlock(k->parked);
    if (k->kind == RDL_KNOWN_OUTPUT && (k->written || children))
        rdl_raw(SYS_ftruncate, k->parked, 0);
    if (k->moved || children)
        descriptors_seek(k, k->parked);
    k->replaced = k->flagged = k->locked = k->written = k->moved = false;
}

void rdl_descriptors_unshare(void)
{
    for (size_t i = 0; i < n_known; i++) {
        const struct rdl_known *k = &known[i];

        if (k->kind != RDL_KNOWN_FILE && k->kind != RDL_KNOWN_OUTPUT)
            continue;
        descriptors_seek(k, k->fd);
        rdl_raw(SYS_fcntl, k->fd, F_SETFL, k->flags & SETTABLE);
        if (!k->held)
            rdl_raw(SYS_flock, k->fd, LOCK_UN);
    }
}

/* One call per run of consecutive numbers. */
static void descriptors_close_made(void)
{
    int fd = lowest;

    while (fd <= highest) {
        int first = fd;

        if (fd % BITS == 0 && made[fd / BITS] == 0) {
            fd += BITS;
            continue;
        }
        while (fd <= highest && descriptors_has(made, fd))
            fd++;
        if (fd > first)
            rdl_raw(SYS_close_range, first, fd - 1, 0);
        else
            fd++;
    }
    if (beyond)
        rdl_descriptors_close_range(RDL_KNOWN_LIMIT, INT_MAX, 0);
    memset(made, 0, sizeof(made));
    lowest = RDL_KNOWN_LIMIT;
    highest = -1;
    beyond = false;
}

static void descriptors_leave(void)
{
    bool children = rdl_children_any();

    if (highest >= 0 || beyond)
        descriptors_close_made();
    if (!touched && !children)
        return;
    for (size_t i = 0; i < n_known; i++)
        descriptors_bring_back(&known[i], children);
    touched = false;
}

const struct rdl_restorer rdl_restorer_descriptors = {
    .name = "descriptors",
    .save = descriptors_save,
    .leave = descriptors_leave,
};
