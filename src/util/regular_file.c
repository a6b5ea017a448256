/* regular_file.c - see regular_file.h. */
#include "util/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int file_wrong(int fd, uint64_t most)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return errno;
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (!S_ISREG(st.st_mode))
        return EINVAL;
    return (uint64_t)st.st_size > most ? EFBIG : 0;
}

int rdl_regular_file_open(const char *path, uint64_t most, const char **why)
{
    /* Check before opening: opening a device can have an effect on it. */
    bool special = rdl_regular_file_special(path);
    int fd =
        special ? -1 : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int error = special ? EINVAL : fd < 0 ? errno : file_wrong(fd, most);

    if (error == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    if (why != NULL)
        *why = error == EINVAL  ? "it is not a regular file"
               : error == EFBIG ? "it is larger than such a file can be"
                                : strerror(error);
    return -error;
}

bool rdl_regular_file_special(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}
