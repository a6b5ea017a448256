/* process_sigchld.c - SIGCHLD comes when a child ends, and its handler can
 * collect it.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static volatile sig_atomic_t collected;
static atomic_int sum;

static void handler(int signo, siginfo_t *info, void *context)
{
    int status, saved = errno;

    (void)context;
    assert(signo == SIGCHLD && info->si_pid == child);
    assert(info->si_code == CLD_EXITED && info->si_status == 4);
    assert(waitpid(child, &status, WNOHANG) == child);
    assert(WEXITSTATUS(status) == 4);
    collected = 1;
    errno = saved;
}

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++)
        sum++;
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
    sigset_t chld, open;
    pthread_t a;

    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &chld, &open);
    sigaction(SIGCHLD, &act, NULL);
    pthread_create(&a, NULL, work, NULL);
    child = fork();
    if (child == 0)
        _exit(4);
    while (!collected)
        sigsuspend(&open);
    pthread_join(a, NULL);
    assert(sum == 5);
    assert(waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
}
