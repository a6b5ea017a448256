/* io_fifo.c - opening a named pipe waits for the other end, in both orders.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[4096];
static int comes; /* the writer is about to open it */

static void *writer(void *argument)
{
    int fd;

    comes = 1;
    fd = open(path, O_WRONLY);
    assert(fd >= 0);
    assert((fcntl(fd, F_GETFL) & O_NONBLOCK) == 0);
    assert(write(fd, "named", 5) == 5);
    assert(close(fd) == 0);
    return argument;
}

int main(int argc, char **argv)
{
    char text[8];
    pthread_t t;
    int fd;

    assert(argc == 1);
    snprintf(path, sizeof(path), "%s.fifo", argv[0]);
    unlink(path); /* of an execution that did not come to its end */
    assert(mkfifo(path, 0600) == 0);
    assert(open(path, O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
    pthread_create(&t, NULL, writer, NULL);
    fd = open(path, O_RDONLY);
    assert(fd >= 0 && comes);
    assert(read(fd, text, sizeof(text)) == 5);
    assert(read(fd, text, sizeof(text)) == 0);
    pthread_join(t, NULL);
    assert(close(fd) == 0 && unlink(path) == 0);
}
