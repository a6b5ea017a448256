/* io_poll_timeout.c - poll returns what is ready, or 0 when (virtual) time is
 * over; both outcomes occur.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static int p[2], q[2];

static void *later(void *argument)
{
    usleep(1000);
    assert(write(p[1], "x", 1) == 1);
    usleep(20000);
    close(q[1]);
    return argument;
}

static long seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

int main(void)
{
    struct pollfd fds[3] = { { .events = POLLIN }, { .events = POLLIN } };
    const struct timespec second = { .tv_sec = 1 };
    sigset_t none;
    pthread_t t;
    long before;
    char c;

    assert(pipe(p) == 0 && pipe(q) == 0);
    fds[0].fd = p[0];
    fds[1].fd = q[0];
    fds[2] = (struct pollfd){ .fd = p[1], .events = POLLOUT };
    assert(poll(fds, 3, 0) == 1 && fds[2].revents == POLLOUT);
    assert(poll(fds, 2, 0) == 0);
    before = seconds();
    sigemptyset(&none);
    assert(ppoll(fds, 2, &second, &none) == 0);
    assert(seconds() >= before + 1);

    pthread_create(&t, NULL, later, NULL);
    /* Both, if this thread comes late. */
    assert(poll(fds, 2, -1) >= 1 && fds[0].revents == POLLIN);
    assert(read(p[0], &c, 1) == 1 && c == 'x');
    while (poll(fds, 2, 1000) == 0) /* time may run ahead of a thread */
        ;
    assert(fds[0].revents == 0 && fds[1].revents == POLLHUP);
    pthread_join(t, NULL);
    fds[0].fd = 999;
    assert(poll(fds, 1, -1) == 1 && fds[0].revents == POLLNVAL);
    fds[0].fd = -1;
    assert(poll(fds, 1, 10) == 0);
}
