/* runtime_descriptors.c - see runtime_descriptors.h. */
#include "runtime/core/runtime_descriptors.h"

#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"

#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* Includes room for parking the descriptors that are open at main. */
#define MOST 600

static int own[MOST]; /* ascending */
static size_t n;

RDL_PERSISTENT(own);
RDL_PERSISTENT(n);

static size_t descriptors_behind(int fd)
{
    size_t i = 0;

    while (i < n && own[i] < fd)
        i++;
    return i;
}

int rdl_runtime_descriptor_behind(int fd)
{
    size_t i = descriptors_behind(fd);

    return i < n ? own[i] : INT_MAX;
}

bool rdl_runtime_descriptor_is(int fd)
{
    return rdl_runtime_descriptor_behind(fd) == fd;
}

void rdl_runtime_descriptor(int fd)
{
    size_t at = descriptors_behind(fd);

    if (fd < 0 || n == MOST || (at < n && own[at] == fd))
        return;
    for (size_t i = n++; i > at; i--)
        own[i] = own[i - 1];
    own[at] = fd;
}

/* Numbers that the target cannot get, if its limit is the highest allowed: a
 * quarter of a low limit. */
#define RESERVED 64
/* Nobody opens more on purpose; and each fork copies a table as long as the
 * highest number. */
#define REACHED 32768

void rdl_runtime_descriptors_reserve(void)
{
    struct rlimit64 limit = { 0 };
    uint64_t highest;

    rdl_raw(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &limit);
    highest = limit.rlim_max < 4 * RESERVED ? limit.rlim_max / 4 * 3
                                            : limit.rlim_max - RESERVED;
    if (limit.rlim_max > REACHED || limit.rlim_cur <= highest)
        return;
    limit.rlim_cur = highest;
    rdl_raw(SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, 0);
}

/* A copy of fd as far up as possible.  Beyond all numbers that the target gets
 * before it reaches its limit; or at least beyond those that the runtime knows
 * of it; or, if the limit cannot be raised, at its very top. */
static long descriptors_copy(int fd)
{
    struct rlimit64 before = { 0 }, lifted;
    uint64_t from = RDL_RUNTIME_DESCRIPTORS;
    long high;

    rdl_raw(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &before);
    lifted = before;
    lifted.rlim_cur = before.rlim_max;
    rdl_raw(SYS_prlimit64, 0, RLIMIT_NOFILE, &lifted, 0);
    if (before.rlim_cur > from && before.rlim_cur <= REACHED)
        from = before.rlim_cur;
    high = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, from);
    if (high < 0)
        high = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, before.rlim_cur);
    for (uint64_t i = 1; high < 0 && i <= MOST && i < before.rlim_cur; i++)
        high = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, before.rlim_cur - i);
    rdl_raw(SYS_prlimit64, 0, RLIMIT_NOFILE, &before, 0);
    return high;
}

int rdl_runtime_descriptor_park(int fd)
{
    int high = (int)descriptors_copy(fd);

    rdl_runtime_descriptor(high);
    return high;
}

int rdl_runtime_descriptor_raise(long fd)
{
    int high;

    if (fd < 0)
        return (int)fd;
    high = rdl_runtime_descriptor_park((int)fd);
    if (high >= 0) {
        rdl_raw(SYS_close, fd);
        return high;
    }
    rdl_runtime_descriptor((int)fd);
    return (int)fd;
}

void rdl_runtime_descriptor_close(int fd)
{
    if (fd < 0 || !rdl_runtime_descriptor_is(fd))
        return;
    rdl_raw(SYS_close, fd);
    n--;
    for (size_t i = descriptors_behind(fd); i < n; i++)
        own[i] = own[i + 1];
}
