/* descriptor.c - see descriptor.h. */
#include "campaign/descriptor.h"

#include "campaign/die.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define HIGH 700

int rdl_descriptor_raise(int fd)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH);

    if (high < 0) {
        /* A low RLIMIT_NOFILE: any number will do. */
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        return fd;
    }
    close(fd);
    return high;
}

int rdl_descriptor_memory(const char *name)
{
    int fd = memfd_create(name, MFD_CLOEXEC);

    if (fd < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot make a file in memory");
    return rdl_descriptor_raise(fd);
}

bool rdl_descriptor_write(int fd, const void *data, size_t size)
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
