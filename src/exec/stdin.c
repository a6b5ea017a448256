/* stdin.c - see stdin.h.  `seeks` is false only for devices like /dev/null,
 * which have no position; files and copies in memory have one. */
#include "exec/stdin.h"

#include "base/hash.h"
#include "util/fd.h"
#include "exec/interrupt.h"
#include "util/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATIENCE_MS 2000

static bool stdin_null(struct rdl_stdin *in, struct rdl_error *error)
{
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot open /dev/null");
    in->fd = rdl_fd_raise(fd);
    return true;
}

/* Waits for input; the other end of the pipe may be open for ever without
 * writing.  False: the user stops raddle. */
static bool stdin_await(int fd, void (*waits)(void))
{
    struct pollfd fds[] = {
        { .fd = fd, .events = POLLIN },
        { .fd = rdl_interrupt_fd(), .events = POLLIN },
    };
    bool reported = false;

    while (poll(fds, 2, reported ? -1 : PATIENCE_MS) == 0) {
        waits();
        reported = true;
    }
    return !rdl_interrupted();
}

static bool stdin_copy_bytes(int from, int to, void (*waits)(void),
                             struct rdl_error *error)
{
    char buffer[65536];

    for (;;) {
        ssize_t n;

        if (!stdin_await(from, waits))
            return rdl_error_set(error, RDL_EXIT_NOTHING,
                                 "interrupted while reading standard input");
        n = read(from, buffer, sizeof(buffer));
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return true;
        if (!rdl_fd_write(to, buffer, (size_t)n))
            return rdl_error_errno(error, RDL_EXIT_USAGE,
                                   "cannot keep the standard input in memory");
    }
}

static bool stdin_memory(struct rdl_stdin *in, struct rdl_error *error)
{
    in->fd = rdl_fd_memory("raddle-stdin");
    return in->fd >= 0 ||
           rdl_error_errno(error, RDL_EXIT_INTERNAL,
                           "cannot make a file in memory for standard input");
}

static bool stdin_duplicate(int fd, struct rdl_stdin *in,
                            struct rdl_error *error)
{
    if (fd < 0)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot open the standard input once more");
    in->fd = rdl_fd_raise(fd);
    return true;
}

bool rdl_stdin_take(struct rdl_stdin *in, void (*waits)(void),
                    struct rdl_error *error)
{
    struct stat st;
    off_t start = lseek(STDIN_FILENO, 0, SEEK_CUR);

    *in = (struct rdl_stdin){ .seeks = true };
    if (fstat(STDIN_FILENO, &st) != 0 || isatty(STDIN_FILENO))
        return stdin_null(in, error);
    if (S_ISCHR(st.st_mode)) {
        /* /dev/null, /dev/zero: always the same, without end. */
        in->seeks = false;
        return stdin_duplicate(dup(STDIN_FILENO), in, error);
    }
    if (S_ISREG(st.st_mode) && start >= 0) {
        /* A separate open file description: raddle's caller keeps its position
         * in the file. */
        int fd = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);

        if (fd >= 0) {
            in->fd = rdl_fd_raise(fd);
            in->start = start;
            return true;
        }
    }
    if (!stdin_memory(in, error))
        return false;
    if (stdin_copy_bytes(STDIN_FILENO, in->fd, waits, error))
        return true;
    rdl_stdin_free(in);
    return false;
}

bool rdl_stdin_give(struct rdl_stdin *in, const void *data, size_t size,
                    struct rdl_error *error)
{
    *in = (struct rdl_stdin){ .seeks = true };
    if (size == 0)
        return stdin_null(in, error);
    if (!stdin_memory(in, error))
        return false;
    if (rdl_fd_write(in->fd, data, size))
        return true;
    rdl_error_errno(error, RDL_EXIT_INTERNAL,
                    "cannot keep %zu bytes of standard input in memory", size);
    rdl_stdin_free(in);
    return false;
}

bool rdl_stdin_copy(const struct rdl_stdin *in, struct rdl_stdin *out,
                    struct rdl_error *error)
{
    char path[64];
    int fd;

    *out = *in;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", in->fd);
    fd = in->seeks ? open(path, O_RDONLY | O_CLOEXEC) : dup(in->fd);
    return stdin_duplicate(fd, out, error);
}

void rdl_stdin_free(struct rdl_stdin *in)
{
    close(in->fd);
}

void rdl_stdin_rewind(const struct rdl_stdin *in)
{
    if (in->seeks)
        lseek(in->fd, in->start, SEEK_SET);
}

void rdl_stdin_digest(const struct rdl_stdin *in, uint64_t *size,
                      uint64_t *hash)
{
    unsigned char buffer[65536];
    off_t at = in->start;
    ssize_t n;

    *size = 0;
    *hash = 0;
    if (!in->seeks)
        return;
    while ((n = pread(in->fd, buffer, sizeof(buffer), at)) > 0) {
        for (ssize_t i = 0; i < n; i++)
            *hash = rdl_mix(*hash, buffer[i]);
        at += n;
        *size += (uint64_t)n;
    }
}

char *rdl_stdin_bytes(const struct rdl_stdin *in, size_t most, size_t *size)
{
    char *data;
    ssize_t n;

    *size = 0;
    if (!in->seeks)
        return rdl_alloc(1);
    data = rdl_alloc(most + 1);
    n = pread(in->fd, data, most + 1, in->start);
    if (n > (ssize_t)most) {
        free(data);
        return NULL;
    }
    *size = n > 0 ? (size_t)n : 0;
    return data;
}
