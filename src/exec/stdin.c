/* stdin.c - see stdin.h. */
#include "exec/stdin.h"

#include "base/hash.h"
#include "util/fd.h"
#include "exec/interrupt.h"
#include "util/die.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATIENCE_MS 2000

static int stdin_null(void)
{
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot open /dev/null");
    return rdl_fd_raise(fd);
}

/* Someone may have left a pipe open that nobody will ever write to: the user
 * is told what is being waited for. */
static void stdin_await(int fd)
{
    struct pollfd fds[] = {
        { .fd = fd, .events = POLLIN },
        { .fd = rdl_interrupt_fd(), .events = POLLIN },
    };
    bool told = false;

    while (poll(fds, 2, told ? -1 : PATIENCE_MS) == 0) {
        rdl_warn("reading standard input until it ends, for every execution "
                 "is given all of it (give </dev/null if there is none)");
        told = true;
    }
    if (rdl_interrupted())
        exit(RDL_EXIT_NOTHING);
}

static int stdin_read(int from)
{
    int to = rdl_fd_memory("raddle-stdin");
    char buffer[65536];
    ssize_t n;

    for (;;) {
        stdin_await(from);
        n = read(from, buffer, sizeof(buffer));
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            break;
        if (!rdl_fd_write(to, buffer, (size_t)n))
            rdl_die_errno(RDL_EXIT_USAGE,
                          "cannot keep the standard input in memory");
    }
    return to;
}

void rdl_stdin_take(struct rdl_stdin *in)
{
    struct stat st;
    off_t start = lseek(STDIN_FILENO, 0, SEEK_CUR);

    *in = (struct rdl_stdin){ .seeks = true };
    if (fstat(STDIN_FILENO, &st) != 0 || isatty(STDIN_FILENO)) {
        in->fd = stdin_null();
        return;
    }
    if (S_ISCHR(st.st_mode)) {
        /* /dev/null, /dev/zero: the same for ever, without end. */
        in->fd = rdl_fd_raise(dup(STDIN_FILENO));
        in->seeks = false;
        return;
    }
    if (S_ISREG(st.st_mode) && start >= 0) {
        /* An open file description of its own: raddle's caller keeps its
         * place in the file. */
        int fd = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);

        if (fd >= 0) {
            in->fd = rdl_fd_raise(fd);
            in->start = start;
            return;
        }
    }
    in->fd = stdin_read(STDIN_FILENO);
}

void rdl_stdin_give(struct rdl_stdin *in, const void *data, size_t size)
{
    *in = (struct rdl_stdin){ .seeks = true };
    if (size == 0) {
        in->fd = stdin_null();
        return;
    }
    in->fd = rdl_fd_memory("raddle-stdin");
    if (!rdl_fd_write(in->fd, data, size))
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot write to memory");
}

void rdl_stdin_copy(const struct rdl_stdin *in, struct rdl_stdin *out)
{
    char path[64];
    int fd;

    *out = *in;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", in->fd);
    fd = in->seeks ? open(path, O_RDONLY | O_CLOEXEC) : dup(in->fd);
    if (fd < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL,
                      "cannot open the standard input once more");
    out->fd = rdl_fd_raise(fd);
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
