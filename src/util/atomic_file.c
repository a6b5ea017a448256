/* atomic_file.c - see atomic_file.h. */
#include "util/atomic_file.h"

#include "util/fd.h"
#include "util/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BESIDE ".tmp" /* after the process's pid */

/* The name must reach the disk too, not only the bytes. */
static void file_sync_directory(const char *path)
{
    char *directory = rdl_strdup(path);
    char *slash = strrchr(directory, '/');
    int fd;

    if (slash != NULL)
        slash[slash == directory] = '\0';
    fd = open(slash != NULL ? directory : ".", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(directory);
}

static int file_put(const char *beside, const char *path, const char *text,
                    size_t size)
{
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int error = 0;

    if (fd < 0)
        return -errno;
    if (!rdl_fd_write(fd, text, size) || fsync(fd) != 0)
        error = -errno;
    if (close(fd) != 0 && error == 0)
        error = -errno;
    if (error == 0 && rename(beside, path) != 0)
        error = -errno;
    if (error != 0)
        unlink(beside);
    return error;
}

int rdl_atomic_file(const char *path, const char *text, size_t size)
{
    char *beside = rdl_format("%s.%d" BESIDE, path, (int)getpid());
    int error = file_put(beside, path, text, size);

    if (error == 0)
        file_sync_directory(path);
    free(beside);
    return error;
}

bool rdl_atomic_file_is_left(const char *name, size_t *size)
{
    const size_t all = strlen(name), end = strlen(BESIDE);
    const size_t left = all > end ? all - end : 0;
    const char *dot = memrchr(name, '.', left);
    char *behind;
    long pid;

    if (dot == NULL || strcmp(name + left, BESIDE) != 0)
        return false;
    *size = (size_t)(dot - name);
    pid = strtol(dot + 1, &behind, 10);
    return behind == name + left && pid > 0 && pid <= INT_MAX &&
           kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}
