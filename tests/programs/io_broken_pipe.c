/* io_broken_pipe.c - writing where nobody can read: EPIPE and SIGPIPE, to the
 * thread that wrote, before its call returns.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static __thread volatile sig_atomic_t mine;
static int p[2], s[2];

static void on_signal(int signo)
{
    assert(signo == SIGPIPE);
    mine++;
}

static void *writer(void *argument)
{
    char big[100000] = { 0 };
    ssize_t n = write(p[1], big, sizeof(big)); /* waits, then breaks off */

    assert((n == -1 && errno == EPIPE) || (n > 0 && n < (ssize_t)sizeof(big)));
    assert(mine == 1);
    assert(send(s[1], big, 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(mine == 1);
    assert(write(s[1], big, 1) == -1 && errno == EPIPE && mine == 2);
    return argument;
}

int main(void)
{
    struct sigaction action = { .sa_handler = on_signal };
    pthread_t t;

    assert(sigaction(SIGPIPE, &action, NULL) == 0);
    assert(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    close(s[0]);
    pthread_create(&t, NULL, writer, NULL);
    close(p[0]);
    pthread_join(t, NULL);
    assert(mine == 0);
}
