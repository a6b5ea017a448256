/* io_datagrams.c - UDP on the loopback: messages keep their bounds, sender and
 * order; sendmmsg and recvmmsg; a receive time-out.
 * EXPECT: clean
 * EXECUTIONS: 15
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static struct sockaddr_in to;

static void *sender(void *argument)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    struct iovec v[2] = { { "first", 5 }, { "second!", 7 } };
    struct mmsghdr m[2];

    memset(m, 0, sizeof(m));
    for (int i = 0; i < 2; i++)
        m[i].msg_hdr = (struct msghdr){ .msg_name = &to,
                                        .msg_namelen = sizeof(to),
                                        .msg_iov = &v[i],
                                        .msg_iovlen = 1 };
    assert(sendmmsg(fd, m, 2, 0) == 2);
    assert(m[0].msg_len == 5 && m[1].msg_len == 7);
    assert(recv(fd, argument, 4, 0) == 4);
    close(fd);
    return NULL;
}

int main(void)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    struct timeval tv = { .tv_usec = 20000 };
    char text[2][16], answer[4] = "";
    struct iovec v[2] = { { text[0], 16 }, { text[1], 16 } };
    struct sockaddr_in from[2];
    struct mmsghdr m[2];
    socklen_t size = sizeof(to);
    pthread_t t;

    to = (struct sockaddr_in){ .sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    assert(bind(fd, (struct sockaddr *)&to, sizeof(to)) == 0);
    assert(getsockname(fd, (struct sockaddr *)&to, &size) == 0);
    memset(m, 0, sizeof(m));
    for (int i = 0; i < 2; i++)
        m[i].msg_hdr = (struct msghdr){ .msg_name = &from[i],
                                        .msg_namelen = sizeof(from[i]),
                                        .msg_iov = &v[i],
                                        .msg_iovlen = 1 };
    pthread_create(&t, NULL, sender, answer);
    assert(recvmmsg(fd, m, 2, 0, NULL) == 2);
    assert(m[0].msg_len == 5 && memcmp(text[0], "first", 5) == 0);
    assert(m[1].msg_len == 7 && memcmp(text[1], "second!", 7) == 0);
    assert(from[0].sin_port == from[1].sin_port && from[0].sin_port != 0);
    assert(m[0].msg_hdr.msg_namelen == sizeof(from[0]));
    assert(sendto(fd, "okay", 4, 0, (struct sockaddr *)&from[0],
                  sizeof(from[0])) == 4);
    pthread_join(t, NULL);
    assert(memcmp(answer, "okay", 4) == 0);
    assert(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv)) == 0);
    assert(recv(fd, answer, 4, 0) == -1 && errno == EAGAIN);
}
