/* io_pass_descriptor.c - a descriptor travels in a message: what is written
 * to the copy comes out of the pipe that it is.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int s[2];

union control {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
};

static void *receiver(void *argument)
{
    union control u = { 0 };
    char c;
    struct iovec v = { &c, 1 };
    struct msghdr m = { .msg_iov = &v,
                        .msg_iovlen = 1,
                        .msg_control = &u,
                        .msg_controllen = sizeof(u) };
    struct cmsghdr *h;
    int fd;

    assert(recvmsg(s[1], &m, MSG_CMSG_CLOEXEC) == 1 && c == 'd');
    h = CMSG_FIRSTHDR(&m);
    assert(h != NULL && h->cmsg_type == SCM_RIGHTS);
    memcpy(&fd, CMSG_DATA(h), sizeof(fd));
    assert(write(fd, "through", 8) == 8);
    assert(close(fd) == 0);
    return argument;
}

int main(void)
{
    union control u = { 0 };
    char c = 'd', text[8];
    struct iovec v = { &c, 1 };
    struct msghdr m = { .msg_iov = &v,
                        .msg_iovlen = 1,
                        .msg_control = &u,
                        .msg_controllen = sizeof(u) };
    struct cmsghdr *h = CMSG_FIRSTHDR(&m);
    pthread_t t;
    int p[2];

    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, s) == 0 && pipe(p) == 0);
    h->cmsg_level = SOL_SOCKET;
    h->cmsg_type = SCM_RIGHTS;
    h->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(h), &p[1], sizeof(int));
    pthread_create(&t, NULL, receiver, NULL);
    assert(sendmsg(s[0], &m, 0) == 1);
    close(p[1]);
    assert(read(p[0], text, 8) == 8 && strcmp(text, "through") == 0);
    assert(read(p[0], text, 8) == 0); /* and the copy is closed */
    pthread_join(t, NULL);
}
