/* rewind_descriptors.c - descriptors that an execution opens, in whatever way,
 * are closed in the next, which gets the same numbers.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define MOST 60
#define FAR 55

static int lowest; /* the first that is free */
static int inherited[MOST], first;

__attribute__((constructor)) static void before_main(void)
{
    lowest = dup(0);
    close(lowest);
    for (int fd = 0; fd < MOST; fd++)
        inherited[fd] = fcntl(fd, F_GETFD);
}

static void is_new(int fd)
{
    assert(fd >= 0);
}

static void pass(int from)
{
    char control[CMSG_SPACE(sizeof(int))] = { 0 }, byte = 'x';
    struct iovec data = { &byte, 1 };
    struct msghdr m = { .msg_iov = &data,
                        .msg_iovlen = 1,
                        .msg_control = control,
                        .msg_controllen = sizeof(control) };
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    int pair[2];

    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(c), &from, sizeof(int));
    assert(sendmsg(pair[0], &m, 0) == 1);
    assert(recvmsg(pair[1], &m, 0) == 1);
    assert(CMSG_FIRSTHDR(&m) != NULL);
}

static void *open_some(void *argument)
{
    sigset_t set;
    int pair[2];

    if (first == 0)
        first = (int)(long)argument;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    is_new(open("/dev/null", O_RDWR));
    is_new(eventfd(1, 0));
    is_new(epoll_create1(0));
    is_new(inotify_init());
    is_new(memfd_create("m", 0));
    is_new(timerfd_create(CLOCK_MONOTONIC, 0));
    is_new(signalfd(-1, &set, 0));
    is_new(socket(AF_INET, SOCK_STREAM, 0));
    assert(pipe(pair) == 0);
    is_new(dup(pair[0]));
    is_new(fcntl(pair[1], F_DUPFD, 40));
    pass(pair[0]);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    FILE *file;

    for (int fd = 0; fd < MOST; fd++)
        assert(fcntl(fd, F_GETFD) == inherited[fd]);
    assert(open("/", O_RDONLY) == lowest);
    pthread_create(&a, NULL, open_some, (void *)1);
    pthread_create(&b, NULL, open_some, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(opendir("/") != NULL);
    file = fopen("/dev/null", "r");
    assert(file != NULL);
    if (first == 1)
        fclose(file);
    else
        assert(dup2(1, FAR) == FAR);
    return 0;
}
