/* io_tcp_bulk.c - more through a TCP connection than its windows hold, both
 * ways at once, with a non-blocking connect.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SIZE 400000
#define ROW 1000

static int ends[2];
static char data[SIZE];

/* No two rows are alike, so that a lost or doubled one is noticed. */
static void fill(char *to)
{
    for (int i = 0; i < SIZE; i += ROW) {
        memset(to + i, i / ROW, ROW);
        to[i] = (char)(i / ROW / 7);
    }
}

static void *sends(void *argument)
{
    int fd = ends[(long)argument];

    assert(send(fd, data, SIZE, 0) == SIZE);
    assert(shutdown(fd, SHUT_WR) == 0);
    return NULL;
}

static void *receives(void *argument)
{
    static char got[2][SIZE + 1];
    long me = (long)argument;
    ssize_t n, sum = 0;

    while ((n = recv(ends[me], got[me] + sum, SIZE + 1 - (size_t)sum, 0)) > 0)
        sum += n;
    assert(n == 0 && sum == SIZE && memcmp(got[me], data, SIZE) == 0);
    return NULL;
}

int main(void)
{
    struct sockaddr_in6 at = { .sin6_family = AF_INET6,
                               .sin6_addr = IN6ADDR_LOOPBACK_INIT };
    socklen_t size = sizeof(at);
    int listener = socket(AF_INET6, SOCK_STREAM, 0);
    pthread_t t[4];
    struct pollfd p = { .events = POLLOUT };
    int error;
    socklen_t length = sizeof(error);

    fill(data);
    assert(bind(listener, (struct sockaddr *)&at, size) == 0);
    assert(listen(listener, 1) == 0);
    assert(getsockname(listener, (struct sockaddr *)&at, &size) == 0);
    p.fd = ends[0] = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert(connect(ends[0], (struct sockaddr *)&at, size) == -1);
    assert(errno == EINPROGRESS);
    assert(poll(&p, 1, -1) == 1);
    assert(getsockopt(ends[0], SOL_SOCKET, SO_ERROR, &error, &length) == 0);
    assert(error == 0);
    assert(fcntl(ends[0], F_SETFL, 0) == 0);
    ends[1] = accept(listener, NULL, NULL);
    assert(ends[1] >= 0);
    for (long i = 0; i < 2; i++) {
        pthread_create(&t[i], NULL, sends, (void *)i);
        pthread_create(&t[2 + i], NULL, receives, (void *)i);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
