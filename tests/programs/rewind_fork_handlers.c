/* rewind_fork_handlers.c - handlers of pthread_atfork run only in the execution
 * that registered them.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int prepared, met;

static void prepare(void)
{
    prepared++;
}

static void *meet(void *argument)
{
    met++;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pid_t child;
    int status;

    assert(pthread_atfork(prepare, NULL, NULL) == 0);
    pthread_create(&a, NULL, meet, NULL);
    pthread_create(&b, NULL, meet, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    child = fork();
    if (child == 0)
        _exit(prepared);
    assert(prepared == 1);
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    return 0;
}
