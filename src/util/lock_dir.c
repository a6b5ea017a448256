/* lock_dir.c - see lock_dir.h. */
#include "util/lock_dir.h"

#include "util/alloc.h"
#include "util/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The previous holder may have removed the file after we opened it: then we
 * have locked a file that no other process will find. */
static bool lock_is_there(const struct rdl_lock_dir *lock)
{
    struct stat ours, there;

    return fstat(lock->fd, &ours) == 0 && stat(lock->path, &there) == 0 &&
           ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

static int lock_try(struct rdl_lock_dir *lock, pid_t *holder)
{
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    int error;

    lock->fd = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock->fd < 0)
        return -errno;
    if (fcntl(lock->fd, F_SETLK, &whole) == 0)
        return 0;
    error = errno == EAGAIN || errno == EACCES ? -EBUSY : -errno;
    if (error == -EBUSY && fcntl(lock->fd, F_GETLK, &whole) == 0 &&
        whole.l_type != F_UNLCK && whole.l_pid > 0)
        *holder = whole.l_pid;
    close(lock->fd);
    return error;
}

int rdl_lock_dir_take(struct rdl_lock_dir *lock, const char *dir, pid_t *holder)
{
    int error;

    *holder = 0;
    lock->path = rdl_format("%s/lock", dir);
    while ((error = lock_try(lock, holder)) == 0 && !lock_is_there(lock))
        close(lock->fd);
    if (error != 0)
        free(lock->path);
    return error;
}

bool rdl_lock_dir_held(const char *dir)
{
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    char *path = rdl_format("%s/lock", dir);
    int fd = rdl_regular_file_open(path, UINT64_MAX, NULL);
    bool held =
        fd >= 0 && fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;

    if (fd >= 0)
        close(fd);
    free(path);
    return held;
}

void rdl_lock_dir_free(struct rdl_lock_dir *lock)
{
    unlink(lock->path);
    close(lock->fd);
    free(lock->path);
}
