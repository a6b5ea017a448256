/* runtime_descriptors.c - see runtime_descriptors.h. */
#include "runtime/core/runtime_descriptors.h"

#include "base/descriptors.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"

#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
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

int rdl_runtime_descriptor_raise(long fd)
{
    long high;

    if (fd < 0)
        return (int)fd;
    high = rdl_raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, RDL_OWN_DESCRIPTORS);
    rdl_raw(SYS_close, fd);
    rdl_runtime_descriptor((int)high);
    return (int)high;
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
