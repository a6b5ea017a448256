/* process_child_pause.c - a child that waits for a signal, or for a lock which
 * nobody will give back, stands still until it is killed.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t handled;

static void handle(int number)
{
    handled = number;
}

static void in_child(int how)
{
    sigset_t none;

    if (how == 0) {
        sigemptyset(&none);
        sigsuspend(&none);
        _exit(handled == SIGUSR1 ? 9 : 1);
    }
    pthread_mutex_lock(&held); /* by the thread that forked */
    _exit(1);
}

static void *parent(void *argument)
{
    int how = (int)(long)argument, status;
    pid_t child;

    if (how == 1)
        pthread_mutex_lock(&held);
    child = fork();
    if (child == 0)
        in_child(how);
    assert(child > 0);
    assert(kill(child, how == 0 ? SIGUSR1 : SIGKILL) == 0);
    assert(waitpid(child, &status, 0) == child);
    if (how == 0)
        assert(WIFEXITED(status) && WEXITSTATUS(status) == 9);
    else
        assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    sigset_t blocked;

    signal(SIGUSR1, handle);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    pthread_create(&a, NULL, parent, (void *)0);
    pthread_create(&b, NULL, parent, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
