/* rewind_children.c - children that an execution leaves behind, alive or dead,
 * and children of theirs, are nobody's in the next.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int first, heard;

static void hear(int signo)
{
    heard = signo;
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

int main(void)
{
    char *arguments[] = { "sleep", "1000", NULL }, *none[] = { NULL };
    pid_t spawned;
    pthread_t a, b;

    signal(SIGCHLD, hear);
    assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(heard == 0);
    if (fork() == 0)
        _exit(0); /* not awaited */
    if (first == 1) {
        assert(posix_spawn(&spawned, "/bin/sleep", NULL, NULL, arguments,
                           none) == 0);
        return 0;
    }
    if (fork() == 0) {
        fork();
        for (;;)
            pause();
    }
    return 0;
}
