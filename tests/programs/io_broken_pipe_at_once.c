/* io_broken_pipe_at_once.c - the handler of SIGPIPE has run when the call that
 * failed returns, not at the thread's next step.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Nothing between two calls is a step here. */
#define NO_STEPS __attribute__((noinline, no_sanitize("thread")))

static __thread volatile sig_atomic_t mine;
static int p[2], s[2];

NO_STEPS static void on_signal(int signo)
{
    if (signo == SIGPIPE)
        mine++;
}

/* How many signals had come as the call returned. */
NO_STEPS static int after_write(int fd, long *n)
{
    *n = write(fd, "x", 1);
    return mine;
}

NO_STEPS static int after_writev(int fd, long *n)
{
    struct iovec v[2] = { { "x", 1 }, { "y", 1 } };

    *n = writev(fd, v, 2);
    return mine;
}

NO_STEPS static int after_send(int fd, long *n)
{
    *n = send(fd, "x", 1, 0);
    return mine;
}

static void *writer(void *argument)
{
    long n;
    int seen;

    seen = after_write(p[1], &n);
    assert(n == -1 && seen == 1);
    seen = after_writev(p[1], &n);
    assert(n == -1 && seen == 2);
    seen = after_write(s[1], &n);
    assert(n == -1 && seen == 3);
    seen = after_send(s[1], &n);
    assert(n == -1 && seen == 4);
    return argument;
}

int main(void)
{
    struct sigaction action = { .sa_handler = on_signal };
    pthread_t a, b;

    assert(sigaction(SIGPIPE, &action, NULL) == 0);
    assert(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    close(p[0]);
    close(s[0]);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(mine == 0);
    return 0;
}
