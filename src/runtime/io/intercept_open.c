/* intercept_open.c - intercepted: creating, copying and closing descriptors. */
#include "runtime/io/call.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(int, open, const char *, int, ...);
RDL_REAL(int, open64, const char *, int, ...);
RDL_REAL(int, openat, int, const char *, int, ...);
RDL_REAL(int, openat64, int, const char *, int, ...);
RDL_REAL(int, creat, const char *, mode_t);
RDL_REAL(int, creat64, const char *, mode_t);
RDL_REAL(int, __open_2, const char *, int);
RDL_REAL(int, __open64_2, const char *, int);
RDL_REAL(int, __openat_2, int, const char *, int);
RDL_REAL(int, __openat64_2, int, const char *, int);
RDL_REAL(int, close, int);
RDL_REAL(int, close_range, unsigned, unsigned, int);
RDL_REAL(void, closefrom, int);
RDL_REAL(int, dup, int);
RDL_REAL(int, dup2, int, int);
RDL_REAL(int, dup3, int, int, int);
RDL_REAL(int, fcntl, int, int, ...);
RDL_REAL(int, fcntl64, int, int, ...);
RDL_REAL(int, ioctl, int, unsigned long, ...);
RDL_REAL(int, pipe, int *);
RDL_REAL(int, pipe2, int *, int);
RDL_REAL(int, eventfd, unsigned, int);
RDL_REAL(int, inotify_init, void);
RDL_REAL(int, inotify_init1, int);
RDL_REAL(int, pidfd_open, pid_t, unsigned);

/* The checked forms; no header declares them. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int directory, const char *path, int flags);
int __openat64_2(int directory, const char *path, int flags);

/* There is a mode only if the call may create a file. */
static bool open_has_mode(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

#define MODE(flags, mode)                                                      \
    do {                                                                       \
        va_list list;                                                          \
        va_start(list, flags);                                                 \
        if (open_has_mode(flags))                                              \
            (mode) = va_arg(list, mode_t);                                     \
        va_end(list);                                                          \
    } while (0)

RDL_EXPORT int open(const char *path, int flags, ...)
{
    mode_t mode = 0;

    MODE(flags, mode);
    if (!rdl_controlled())
        return REAL(open)(path, flags, mode);
    return (int)RDL_IO_CANCEL(SYS_open, path, flags, mode);
}

RDL_EXPORT int open64(const char *path, int flags, ...)
{
    mode_t mode = 0;

    MODE(flags, mode);
    if (!rdl_controlled())
        return REAL(open64)(path, flags, mode);
    return (int)RDL_IO_CANCEL(SYS_open, path, flags, mode);
}

RDL_EXPORT int openat(int directory, const char *path, int flags, ...)
{
    mode_t mode = 0;

    MODE(flags, mode);
    if (!rdl_controlled())
        return REAL(openat)(directory, path, flags, mode);
    return (int)RDL_IO_CANCEL(SYS_openat, directory, path, flags, mode);
}

RDL_EXPORT int openat64(int directory, const char *path, int flags, ...)
{
    mode_t mode = 0;

    MODE(flags, mode);
    if (!rdl_controlled())
        return REAL(openat64)(directory, path, flags, mode);
    return (int)RDL_IO_CANCEL(SYS_openat, directory, path, flags, mode);
}

RDL_EXPORT int creat(const char *path, mode_t mode)
{
    if (!rdl_controlled())
        return REAL(creat)(path, mode);
    return (int)RDL_IO_CANCEL(SYS_creat, path, mode);
}

RDL_EXPORT int creat64(const char *path, mode_t mode)
{
    if (!rdl_controlled())
        return REAL(creat64)(path, mode);
    return (int)RDL_IO_CANCEL(SYS_creat, path, mode);
}

/* If the flags need a mode and there is none, the C library ends the
 * program. */
RDL_EXPORT int __open_2(const char *path, int flags)
{
    if (!rdl_controlled() || open_has_mode(flags))
        return REAL(__open_2)(path, flags);
    return (int)RDL_IO_CANCEL(SYS_open, path, flags);
}

RDL_EXPORT int __open64_2(const char *path, int flags)
{
    if (!rdl_controlled() || open_has_mode(flags))
        return REAL(__open64_2)(path, flags);
    return (int)RDL_IO_CANCEL(SYS_open, path, flags);
}

RDL_EXPORT int __openat_2(int directory, const char *path, int flags)
{
    if (!rdl_controlled() || open_has_mode(flags))
        return REAL(__openat_2)(directory, path, flags);
    return (int)RDL_IO_CANCEL(SYS_openat, directory, path, flags);
}

RDL_EXPORT int __openat64_2(int directory, const char *path, int flags)
{
    if (!rdl_controlled() || open_has_mode(flags))
        return REAL(__openat64_2)(directory, path, flags);
    return (int)RDL_IO_CANCEL(SYS_openat, directory, path, flags);
}

RDL_EXPORT int close(int fd)
{
    if (!rdl_controlled())
        return REAL(close)(fd);
    return (int)RDL_IO_CANCEL(SYS_close, fd);
}

RDL_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    if (!rdl_controlled())
        return REAL(close_range)(first, last, flags);
    return (int)RDL_IO(SYS_close_range, first, last, flags);
}

RDL_EXPORT void closefrom(int first)
{
    if (!rdl_controlled()) {
        REAL(closefrom)(first);
        return;
    }
    RDL_IO(SYS_close_range, first < 0 ? 0 : first, UINT32_MAX, 0);
}

RDL_EXPORT int dup(int fd)
{
    if (!rdl_controlled())
        return REAL(dup)(fd);
    return (int)RDL_IO(SYS_dup, fd);
}

RDL_EXPORT int dup2(int from, int to)
{
    if (!rdl_controlled())
        return REAL(dup2)(from, to);
    return (int)RDL_IO(SYS_dup2, from, to);
}

RDL_EXPORT int dup3(int from, int to, int flags)
{
    if (!rdl_controlled())
        return REAL(dup3)(from, to, flags);
    return (int)RDL_IO(SYS_dup3, from, to, flags);
}

/* Whatever the argument is, it fits into a word. */
#define WORD(last, word)                                                       \
    do {                                                                       \
        va_list list;                                                          \
        va_start(list, last);                                                  \
        (word) = va_arg(list, long);                                           \
        va_end(list);                                                          \
    } while (0)

static bool open_waits(int command)
{
    return command == F_SETLKW || command == F_OFD_SETLKW;
}

RDL_EXPORT int fcntl(int fd, int command, ...)
{
    long word;

    WORD(command, word);
    if (!rdl_controlled())
        return REAL(fcntl)(fd, command, word);
    return (int)RDL_IO_PICK(open_waits(command), SYS_fcntl, fd, command, word,
                            0, 0, 0);
}

RDL_EXPORT int fcntl64(int fd, int command, ...)
{
    long word;

    WORD(command, word);
    if (!rdl_controlled())
        return REAL(fcntl64)(fd, command, word);
    return (int)RDL_IO_PICK(open_waits(command), SYS_fcntl, fd, command, word,
                            0, 0, 0);
}

RDL_EXPORT int ioctl(int fd, unsigned long request, ...)
{
    long word;

    WORD(request, word);
    if (!rdl_controlled())
        return REAL(ioctl)(fd, request, word);
    return (int)RDL_IO(SYS_ioctl, fd, request, word);
}

RDL_EXPORT int pipe(int fd[2])
{
    if (!rdl_controlled())
        return REAL(pipe)(fd);
    return (int)RDL_IO(SYS_pipe, fd);
}

RDL_EXPORT int pipe2(int fd[2], int flags)
{
    if (!rdl_controlled())
        return REAL(pipe2)(fd, flags);
    return (int)RDL_IO(SYS_pipe2, fd, flags);
}

RDL_EXPORT int eventfd(unsigned value, int flags)
{
    if (!rdl_controlled())
        return REAL(eventfd)(value, flags);
    return (int)RDL_IO(SYS_eventfd2, value, flags);
}

RDL_EXPORT int inotify_init(void)
{
    if (!rdl_controlled())
        return REAL(inotify_init)();
    return (int)RDL_IO(SYS_inotify_init1, 0);
}

RDL_EXPORT int inotify_init1(int flags)
{
    if (!rdl_controlled())
        return REAL(inotify_init1)(flags);
    return (int)RDL_IO(SYS_inotify_init1, flags);
}

RDL_EXPORT int pidfd_open(pid_t pid, unsigned flags)
{
    if (!rdl_controlled())
        return REAL(pidfd_open)(pid, flags);
    return (int)RDL_IO(SYS_pidfd_open, pid, flags);
}
