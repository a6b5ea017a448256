/* io_nonblock.c - O_NONBLOCK and MSG_DONTWAIT never wait: EAGAIN until there
 * is something, whichever thread is first.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int p[2], s[2];

static void *writer(void *argument)
{
    assert(write(p[1], "abc", 3) == 3);
    assert(send(s[1], "de", 2, 0) == 2);
    return argument;
}

int main(void)
{
    char buf[65536] = { 0 };
    pthread_t t;
    ssize_t n;
    int waiting;

    assert(pipe2(p, O_NONBLOCK) == 0);
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    assert(read(p[0], buf, 1) == -1 && errno == EAGAIN);
    assert(recv(s[0], buf, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    pthread_create(&t, NULL, writer, NULL);
    while ((n = read(p[0], buf, sizeof(buf))) == -1) {
        assert(errno == EAGAIN);
        sched_yield();
    }
    assert(n == 3 && buf[0] == 'a');
    while ((n = recv(s[0], buf, sizeof(buf), MSG_DONTWAIT)) == -1)
        assert(errno == EAGAIN || errno == EWOULDBLOCK);
    assert(n == 2 && buf[1] == 'e');
    pthread_join(t, NULL);

    assert(write(p[1], buf, sizeof(buf)) == sizeof(buf)); /* all it holds */
    assert(write(p[1], buf, 1) == -1 && errno == EAGAIN);
    assert(ioctl(p[0], FIONREAD, &waiting) == 0 && waiting == sizeof(buf));
    assert(fcntl(p[0], F_SETFL, 0) == 0);
    assert((fcntl(p[0], F_GETFL) & O_NONBLOCK) == 0);
    assert(read(p[0], buf, sizeof(buf)) == sizeof(buf));
}
