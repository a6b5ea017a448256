/* fd.c - see fd.h. */
#include "util/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <unistd.h>

/* raddle's own are at this number or above, so that those of the user below
 * stay as they are.  The runtime moves what it inherits of them further up
 * (runtime/core/runtime_descriptors.h). */
#define OWN 700

/* Descriptors open at raddle's start, in ascending order.  Higher ones are left
 * as they are: raddle's own are close-on-exec there. */
static int given[OWN];
static size_t n_given;

__attribute__((constructor)) static void descriptor_look(void)
{
    for (int fd = STDERR_FILENO + 1; fd < OWN; fd++) {
        if (fcntl(fd, F_GETFD) >= 0)
            given[n_given++] = fd;
    }
}

void rdl_fd_seal(void)
{
    unsigned from = STDERR_FILENO + 1;

    for (size_t i = 0; i < n_given; i++) {
        unsigned fd = (unsigned)given[i];

        if (fd > from)
            close_range(from, fd - 1, CLOSE_RANGE_CLOEXEC);
        from = fd + 1;
    }
    if (from < OWN)
        close_range(from, OWN - 1, CLOSE_RANGE_CLOEXEC);
}

int rdl_fd_raise(int fd)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, OWN);

    if (high < 0) {
        /* RLIMIT_NOFILE is low: any number will do. */
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        return fd;
    }
    close(fd);
    return high;
}

int rdl_fd_memory(const char *name)
{
    int fd = memfd_create(name, MFD_CLOEXEC);

    return fd < 0 ? -1 : rdl_fd_raise(fd);
}

bool rdl_fd_write(int fd, const void *data, size_t size)
{
    const char *p = data;

    while (size > 0) {
        ssize_t n = write(fd, p, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}
