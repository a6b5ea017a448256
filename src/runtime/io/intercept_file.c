/* intercept_file.c - intercepted: reading and writing. */
#include "runtime/io/call.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

RDL_REAL(ssize_t, read, int, void *, size_t);
RDL_REAL(ssize_t, __read_chk, int, void *, size_t, size_t);
RDL_REAL(ssize_t, readv, int, const struct iovec *, int);
RDL_REAL(ssize_t, pread, int, void *, size_t, off_t);
RDL_REAL(ssize_t, pread64, int, void *, size_t, off64_t);
RDL_REAL(ssize_t, __pread_chk, int, void *, size_t, off_t, size_t);
RDL_REAL(ssize_t, __pread64_chk, int, void *, size_t, off64_t, size_t);
RDL_REAL(ssize_t, preadv, int, const struct iovec *, int, off_t);
RDL_REAL(ssize_t, preadv64, int, const struct iovec *, int, off64_t);
RDL_REAL(ssize_t, preadv2, int, const struct iovec *, int, off_t, int);
RDL_REAL(ssize_t, preadv64v2, int, const struct iovec *, int, off64_t, int);
RDL_REAL(ssize_t, write, int, const void *, size_t);
RDL_REAL(ssize_t, writev, int, const struct iovec *, int);
RDL_REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
RDL_REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
RDL_REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t);
RDL_REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t);
RDL_REAL(ssize_t, pwritev2, int, const struct iovec *, int, off_t, int);
RDL_REAL(ssize_t, pwritev64v2, int, const struct iovec *, int, off64_t, int);
RDL_REAL(int, eventfd_read, int, eventfd_t *);
RDL_REAL(int, eventfd_write, int, eventfd_t);
RDL_REAL(ssize_t, sendfile, int, int, off_t *, size_t);
RDL_REAL(ssize_t, sendfile64, int, int, off64_t *, size_t);
RDL_REAL(ssize_t, splice, int, off64_t *, int, off64_t *, size_t, unsigned);
RDL_REAL(ssize_t, tee, int, int, size_t, unsigned);
RDL_REAL(ssize_t, vmsplice, int, const struct iovec *, size_t, unsigned);
RDL_REAL(off_t, lseek, int, off_t, int);
RDL_REAL(off64_t, lseek64, int, off64_t, int);

/* The checked forms; no header declares them. */
ssize_t __read_chk(int fd, void *to, size_t size, size_t room);
ssize_t __pread_chk(int fd, void *to, size_t size, off_t at, size_t room);
ssize_t __pread64_chk(int fd, void *to, size_t size, off64_t at, size_t room);

RDL_EXPORT ssize_t read(int fd, void *to, size_t size)
{
    if (!rdl_controlled())
        return REAL(read)(fd, to, size);
    return RDL_IO_CANCEL(SYS_read, fd, to, size);
}

/* If the request does not fit, the C library ends the program. */
RDL_EXPORT ssize_t __read_chk(int fd, void *to, size_t size, size_t room)
{
    if (!rdl_controlled() || size > room)
        return REAL(__read_chk)(fd, to, size, room);
    return RDL_IO_CANCEL(SYS_read, fd, to, size);
}

RDL_EXPORT ssize_t readv(int fd, const struct iovec *iov, int n)
{
    if (!rdl_controlled())
        return REAL(readv)(fd, iov, n);
    return RDL_IO_CANCEL(SYS_readv, fd, iov, n);
}

RDL_EXPORT ssize_t pread(int fd, void *to, size_t size, off_t at)
{
    if (!rdl_controlled())
        return REAL(pread)(fd, to, size, at);
    return RDL_IO_CANCEL(SYS_pread64, fd, to, size, at);
}

RDL_EXPORT ssize_t pread64(int fd, void *to, size_t size, off64_t at)
{
    if (!rdl_controlled())
        return REAL(pread64)(fd, to, size, at);
    return RDL_IO_CANCEL(SYS_pread64, fd, to, size, at);
}

RDL_EXPORT ssize_t __pread_chk(int fd, void *to, size_t size, off_t at,
                               size_t room)
{
    if (!rdl_controlled() || size > room)
        return REAL(__pread_chk)(fd, to, size, at, room);
    return RDL_IO_CANCEL(SYS_pread64, fd, to, size, at);
}

RDL_EXPORT ssize_t __pread64_chk(int fd, void *to, size_t size, off64_t at,
                                 size_t room)
{
    if (!rdl_controlled() || size > room)
        return REAL(__pread64_chk)(fd, to, size, at, room);
    return RDL_IO_CANCEL(SYS_pread64, fd, to, size, at);
}

RDL_EXPORT ssize_t preadv(int fd, const struct iovec *iov, int n, off_t at)
{
    if (!rdl_controlled())
        return REAL(preadv)(fd, iov, n, at);
    return RDL_IO_CANCEL(SYS_preadv, fd, iov, n, at);
}

RDL_EXPORT ssize_t preadv64(int fd, const struct iovec *iov, int n, off64_t at)
{
    if (!rdl_controlled())
        return REAL(preadv64)(fd, iov, n, at);
    return RDL_IO_CANCEL(SYS_preadv, fd, iov, n, at);
}

RDL_EXPORT ssize_t preadv2(int fd, const struct iovec *iov, int n, off_t at,
                           int flags)
{
    if (!rdl_controlled())
        return REAL(preadv2)(fd, iov, n, at, flags);
    return RDL_IO_CANCEL(SYS_preadv2, fd, iov, n, at, 0, flags);
}

RDL_EXPORT ssize_t preadv64v2(int fd, const struct iovec *iov, int n,
                              off64_t at, int flags)
{
    if (!rdl_controlled())
        return REAL(preadv64v2)(fd, iov, n, at, flags);
    return RDL_IO_CANCEL(SYS_preadv2, fd, iov, n, at, 0, flags);
}

RDL_EXPORT ssize_t write(int fd, const void *from, size_t size)
{
    if (!rdl_controlled())
        return REAL(write)(fd, from, size);
    return RDL_IO_CANCEL(SYS_write, fd, from, size);
}

RDL_EXPORT ssize_t writev(int fd, const struct iovec *iov, int n)
{
    if (!rdl_controlled())
        return REAL(writev)(fd, iov, n);
    return RDL_IO_CANCEL(SYS_writev, fd, iov, n);
}

RDL_EXPORT ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
    if (!rdl_controlled())
        return REAL(pwrite)(fd, from, size, at);
    return RDL_IO_CANCEL(SYS_pwrite64, fd, from, size, at);
}

RDL_EXPORT ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{
    if (!rdl_controlled())
        return REAL(pwrite64)(fd, from, size, at);
    return RDL_IO_CANCEL(SYS_pwrite64, fd, from, size, at);
}

RDL_EXPORT ssize_t pwritev(int fd, const struct iovec *iov, int n, off_t at)
{
    if (!rdl_controlled())
        return REAL(pwritev)(fd, iov, n, at);
    return RDL_IO_CANCEL(SYS_pwritev, fd, iov, n, at);
}

RDL_EXPORT ssize_t pwritev64(int fd, const struct iovec *iov, int n, off64_t at)
{
    if (!rdl_controlled())
        return REAL(pwritev64)(fd, iov, n, at);
    return RDL_IO_CANCEL(SYS_pwritev, fd, iov, n, at);
}

RDL_EXPORT ssize_t pwritev2(int fd, const struct iovec *iov, int n, off_t at,
                            int flags)
{
    if (!rdl_controlled())
        return REAL(pwritev2)(fd, iov, n, at, flags);
    return RDL_IO_CANCEL(SYS_pwritev2, fd, iov, n, at, 0, flags);
}

RDL_EXPORT ssize_t pwritev64v2(int fd, const struct iovec *iov, int n,
                               off64_t at, int flags)
{
    if (!rdl_controlled())
        return REAL(pwritev64v2)(fd, iov, n, at, flags);
    return RDL_IO_CANCEL(SYS_pwritev2, fd, iov, n, at, 0, flags);
}

RDL_EXPORT int eventfd_read(int fd, eventfd_t *value)
{
    if (!rdl_controlled())
        return REAL(eventfd_read)(fd, value);
    return RDL_IO_CANCEL(SYS_read, fd, value, sizeof(*value)) == sizeof(*value)
               ? 0
               : -1;
}

RDL_EXPORT int eventfd_write(int fd, eventfd_t value)
{
    if (!rdl_controlled())
        return REAL(eventfd_write)(fd, value);
    return RDL_IO_CANCEL(SYS_write, fd, &value, sizeof(value)) == sizeof(value)
               ? 0
               : -1;
}

RDL_EXPORT ssize_t sendfile(int out, int in, off_t *at, size_t count)
{
    if (!rdl_controlled())
        return REAL(sendfile)(out, in, at, count);
    return RDL_IO(SYS_sendfile, out, in, at, count);
}

RDL_EXPORT ssize_t sendfile64(int out, int in, off64_t *at, size_t count)
{
    if (!rdl_controlled())
        return REAL(sendfile64)(out, in, at, count);
    return RDL_IO(SYS_sendfile, out, in, at, count);
}

RDL_EXPORT ssize_t splice(int in, off64_t *in_at, int out, off64_t *out_at,
                          size_t size, unsigned flags)
{
    if (!rdl_controlled())
        return REAL(splice)(in, in_at, out, out_at, size, flags);
    return RDL_IO_CANCEL(SYS_splice, in, in_at, out, out_at, size, flags);
}

RDL_EXPORT ssize_t tee(int in, int out, size_t size, unsigned flags)
{
    if (!rdl_controlled())
        return REAL(tee)(in, out, size, flags);
    return RDL_IO_CANCEL(SYS_tee, in, out, size, flags);
}

RDL_EXPORT ssize_t vmsplice(int fd, const struct iovec *iov, size_t n,
                            unsigned flags)
{
    if (!rdl_controlled())
        return REAL(vmsplice)(fd, iov, n, flags);
    return RDL_IO_CANCEL(SYS_vmsplice, fd, iov, n, flags);
}

RDL_EXPORT off_t lseek(int fd, off_t at, int whence)
{
    if (!rdl_controlled())
        return REAL(lseek)(fd, at, whence);
    return RDL_IO(SYS_lseek, fd, at, whence);
}

RDL_EXPORT off64_t lseek64(int fd, off64_t at, int whence)
{
    if (!rdl_controlled())
        return REAL(lseek64)(fd, at, whence);
    return RDL_IO(SYS_lseek, fd, at, whence);
}
