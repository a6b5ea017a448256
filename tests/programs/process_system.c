/* process_system.c - system() and posix_spawn from two threads at a time.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

static void *shell(void *unused)
{
    int status = system("exit 5");

    (void)unused;
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 5);
    return NULL;
}

/* The child inherits the mask of the thread that spawned it: SIGTERM stays
 * pending in the shell, which then ends by itself. */
static void *spawn(void *unused)
{
    char *argv[] = { "sh", "-c", "kill -TERM $$; exit 6", NULL };
    sigset_t term;
    pid_t child;
    int status;

    (void)unused;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &term, NULL);
    assert(posix_spawn(&child, "/bin/sh", NULL, NULL, argv, environ) == 0);
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 6);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, shell, NULL);
    pthread_create(&b, NULL, spawn, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(system(NULL) != 0);
}
