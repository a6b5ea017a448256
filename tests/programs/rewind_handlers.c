/* rewind_handlers.c - the actions of signals are those of main, for the kernel
 * too, whose children inherit what is ignored.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int first, handled;

static void handle(int signo)
{
    handled = signo;
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

static void is_default(int signo)
{
    struct sigaction act;

    assert(sigaction(signo, NULL, &act) == 0);
    assert(act.sa_handler == SIG_DFL && act.sa_flags == 0);
}

/* A child that is not ignored leaves a status behind. */
static void child_leaves_status(void)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(3);
    assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
}

int main(void)
{
    struct sigaction once = { .sa_handler = handle, .sa_flags = SA_RESETHAND };
    pthread_t a, b;

    is_default(SIGUSR1);
    is_default(SIGUSR2);
    is_default(SIGCHLD);
    is_default(SIGTERM);
    is_default(SIGSEGV);
    child_leaves_status();
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    signal(SIGCHLD, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGSEGV, SIG_IGN);
    if (first == 1)
        signal(SIGUSR1, handle);
    sigaction(SIGUSR2, &once, NULL);
    raise(SIGUSR2);
    assert(handled == SIGUSR2);
    return 0;
}
