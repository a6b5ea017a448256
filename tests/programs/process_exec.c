/* process_exec.c - a child becomes another program, without us in its
 * environment; one that fails says why.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(int how)
{
    pid_t child = how == 3 ? vfork() : fork();
    int status;

    if (child == 0) {
        char *argv[] = { "sh", "-c", "test -z \"$LD_PRELOAD\" && exit 9",
                         NULL };
        switch (how) {
        case 0:
            execv("/bin/sh", argv);
            break;
        case 1:
            execlp("sh", "sh", "-c", "exit 9", (char *)NULL);
            break;
        case 2:
            execve("/nonexistent/program", argv, NULL);
            _exit(errno == ENOENT ? 9 : 1);
        default:
            execvp("sh", argv);
            break;
        }
        _exit(127);
    }
    assert(child > 0 && waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void *work(void *argument)
{
    long from = (long)argument;

    assert(run((int)from) == 9);
    assert(run((int)from + 1) == 9);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    signal(SIGUSR1, SIG_IGN);
    pthread_create(&a, NULL, work, (void *)0);
    pthread_create(&b, NULL, work, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
