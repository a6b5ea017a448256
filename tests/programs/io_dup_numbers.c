/* io_dup_numbers.c - threads race for descriptor numbers: lowest first, each
 * its own; copies share the file's position and outlive the original.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int file;

static void *opens(void *argument)
{
    int fd[4];

    fd[0] = open("/dev/null", O_RDWR);
    fd[1] = dup(file);
    fd[2] = fcntl(file, F_DUPFD_CLOEXEC, 40);
    fd[3] = openat(AT_FDCWD, "/", O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < 4; i++) {
        assert(fd[i] >= 0);
        for (int k = 0; k < i; k++)
            assert(fd[k] != fd[i]);
    }
    assert(fd[2] >= 40);
    assert(write(fd[1], argument, 1) == 1); /* at the common position */
    assert(dup2(fd[0], fd[3]) == fd[3]);
    assert(write(fd[3], "nowhere", 7) == 7);
    for (int i = 0; i < 4; i++)
        assert(close(fd[i]) == 0);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    char text[3] = "";

    file = memfd_create("file", MFD_CLOEXEC);
    pthread_create(&t[0], NULL, opens, "x");
    pthread_create(&t[1], NULL, opens, "y");
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(lseek(file, 0, SEEK_CUR) == 2);
    assert(pread(file, text, 2, 0) == 2);
    assert(strcmp(text, "xy") == 0 || strcmp(text, "yx") == 0);
    assert(dup(file) == file + 1 && close_range(file, file + 1, 0) == 0);
    assert(write(file, "z", 1) == -1 && errno == EBADF);
}
