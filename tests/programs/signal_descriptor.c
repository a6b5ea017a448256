/* signal_descriptor.c - blocked signals are read from a descriptor, and poll
 * says when there is one.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int fd;

static void *reader(void *unused)
{
    struct signalfd_siginfo got;
    struct pollfd p = { .fd = fd, .events = POLLIN };

    (void)unused;
    assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
    assert(read(fd, &got, sizeof(got)) == sizeof(got));
    assert(got.ssi_signo == SIGUSR1 && got.ssi_pid == (unsigned)getpid());
    assert(read(fd, &got, sizeof(got)) == sizeof(got));
    assert(got.ssi_signo == SIGRTMIN && got.ssi_int == 42);
    return NULL;
}

static void *sender(void *unused)
{
    (void)unused;
    assert(kill(getpid(), SIGUSR1) == 0);
    assert(sigqueue(getpid(), SIGRTMIN, (union sigval){ .sival_int = 42 }) ==
           0);
    return NULL;
}

int main(void)
{
    struct signalfd_siginfo none;
    sigset_t set;
    pthread_t a, b;
    int quick;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    fd = signalfd(-1, &set, SFD_CLOEXEC);
    assert(fd >= 0);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, sender, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    quick = signalfd(-1, &set, SFD_NONBLOCK);
    assert(read(quick, &none, sizeof(none)) == -1 && errno == EAGAIN);
    assert(close(quick) == 0 && close(fd) == 0);
}
