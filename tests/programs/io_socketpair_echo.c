/* io_socketpair_echo.c - a stream pair: partial sends, MSG_WAITALL, MSG_PEEK,
 * shutdown ends the peer's input; a sequenced pair keeps messages apart.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SIZE 300000 /* more than the two of them buffer */
#define ROW 1000

static int s[2], m[2];
static char sent[SIZE], got[SIZE];

/* No two rows are alike, so that a lost or doubled one is noticed. */
static void fill(char *to)
{
    for (int i = 0; i < SIZE; i += ROW) {
        memset(to + i, i / ROW, ROW);
        to[i] = (char)(i / ROW / 7);
    }
}

static void *echo(void *argument)
{
    char buf[9000];
    ssize_t n;

    while ((n = recv(s[1], buf, sizeof(buf), 0)) > 0)
        assert(send(s[1], buf, (size_t)n, 0) == n);
    assert(n == 0);
    assert(recv(m[1], buf, sizeof(buf), 0) == 3);
    assert(recv(m[1], buf, sizeof(buf), 0) == 5 && buf[0] == 'w');
    assert(shutdown(s[1], SHUT_WR) == 0);
    return argument;
}

static void *writer(void *argument)
{
    assert(write(s[0], sent, SIZE) == SIZE);
    assert(shutdown(s[0], SHUT_WR) == 0);
    assert(send(s[0], sent, 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    fill(sent);
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, m) == 0);
    pthread_create(&a, NULL, echo, NULL);
    pthread_create(&b, NULL, writer, NULL);
    assert(send(m[0], "ab", 3, 0) == 3 && send(m[0], "word", 5, 0) == 5);
    assert(recv(s[0], got, 1, MSG_PEEK) == 1 && got[0] == sent[0]);
    assert(recv(s[0], got, SIZE, MSG_WAITALL) == SIZE);
    assert(memcmp(sent, got, SIZE) == 0);
    assert(recv(s[0], got, 1, MSG_WAITALL) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
