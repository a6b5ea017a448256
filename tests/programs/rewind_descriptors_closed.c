/* rewind_descriptors_closed.c - descriptors that were open at main are open
 * again, and the same, after an execution closed or replaced them; even one
 * that closes all there are does not take the ground from under the next.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define N 5

static struct stat early[N];
static int first;

__attribute__((constructor)) static void before_main(void)
{
    while (open("/proc/self/exe", O_RDONLY) < N - 1)
        ;
    for (int fd = 0; fd < N; fd++)
        fstat(fd, &early[fd]);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

/* Inodes differ from run to run: not part of the event hash. */
__attribute__((no_sanitize("thread"))) static void check(void)
{
    for (int fd = 0; fd < N; fd++) {
        struct stat st;

        assert(fstat(fd, &st) == 0);
        assert(st.st_mode == early[fd].st_mode &&
               st.st_dev == early[fd].st_dev);
        /* Those of standard input, output and error are virtual in main. */
        assert(fd <= 2 || st.st_ino == early[fd].st_ino);
    }
    assert((fcntl(N - 1, F_GETFD) & FD_CLOEXEC) == 0);
}

int main(void)
{
    pthread_t a, b;

    check();
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (first == 1) {
        for (int fd = 3; fd < 1024; fd++)
            close(fd);
        assert(dup2(0, 1) == 1);
        assert(dup3(0, N - 1, O_CLOEXEC) == N - 1);
    } else {
        close(2);
        closefrom(3);
        assert(open("/", O_RDONLY) == 2);
    }
    return 0;
}
