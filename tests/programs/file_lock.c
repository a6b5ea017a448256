/* file_lock.c - flock excludes threads with descriptors of their own, and does
 * not stop the others while one waits.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char path[] = "file_lock_XXXXXX";
static volatile int inside;

static void *work(void *unused)
{
    int fd = open(path, O_RDWR);

    (void)unused;
    assert(fd >= 0);
    for (int i = 0; i < 2; i++) {
        assert(flock(fd, LOCK_EX) == 0);
        assert(inside == 0);
        inside = 1;
        assert(inside == 1);
        inside = 0;
        assert(flock(fd, LOCK_UN) == 0);
    }
    close(fd);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int fd = mkstemp(path), other;

    assert(fd >= 0);
    other = open(path, O_RDWR);
    assert(flock(fd, LOCK_SH) == 0);
    assert(flock(other, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    assert(flock(fd, LOCK_UN) == 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    unlink(path);
}
