/* rewind_offsets.c - where files that were open at main are read next, their
 * flags and the locks on them are as at main.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PLACE 100

static int file, directory, first;

__attribute__((constructor)) static void before_main(void)
{
    file = open("/proc/self/exe", O_RDONLY);
    lseek(file, PLACE, SEEK_SET);
    directory = open("/", O_RDONLY | O_DIRECTORY);
}

static void *move(void *argument)
{
    char buffer[64];

    if (first == 0)
        first = (int)(long)argument;
    assert(read(file, buffer, sizeof(buffer)) == sizeof(buffer));
    return NULL;
}

static void check(void)
{
    const struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    struct flock lock = all;
    int other = open("/proc/self/exe", O_RDONLY);

    assert(lseek(file, 0, SEEK_CUR) == PLACE);
    assert(lseek(directory, 0, SEEK_CUR) == 0);
    assert((fcntl(file, F_GETFL) & (O_NONBLOCK | O_APPEND)) == 0);
    assert(fcntl(file, F_GETFD) == 0);
    assert(flock(other, LOCK_EX | LOCK_NB) == 0);
    assert(fcntl(other, F_OFD_GETLK, &lock) == 0);
    assert(lock.l_type == F_UNLCK);
    close(other); /* and with it the lock */
}

int main(void)
{
    struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET };
    char buffer[1024];
    pthread_t a, b;

    check();
    pthread_create(&a, NULL, move, (void *)1);
    pthread_create(&b, NULL, move, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(syscall(SYS_getdents64, directory, buffer, sizeof(buffer)) > 0);
    if (first == 1) {
        assert(fcntl(file, F_SETFL, O_NONBLOCK | O_APPEND) == 0);
        assert(fcntl(file, F_SETFD, FD_CLOEXEC) == 0);
        assert(flock(file, LOCK_SH) == 0);
    } else {
        assert(fcntl(file, F_SETLK, &lock) == 0);
        assert(lseek(dup(file), 7, SEEK_SET) == 7);
    }
    return 0;
}
