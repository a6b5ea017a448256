/* process_clone_vfork.c - a child of clone that borrows the memory while its
 * parent waits (as posix_spawn has it): what it writes is there afterwards, it
 * has a number of its own, and it may become another program.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int failure;
static pid_t seen, parent;

static int become(void *path)
{
    seen = getpid();
    parent = getppid();
    execl(path, path, (char *)NULL);
    failure = errno;
    return 9;
}

static int run(char *path)
{
    static char stack[65536] __attribute__((aligned(16)));
    int status;
    pid_t child = clone(become, stack + sizeof(stack),
                        CLONE_VM | CLONE_VFORK | SIGCHLD, path);

    assert(child > 0 && seen == child && parent == getpid());
    assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void *idle(void *unused)
{
    for (int i = 0; i < 3; i++)
        sched_yield();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pid_t self = getpid();

    pthread_create(&a, NULL, idle, NULL);
    pthread_create(&b, NULL, idle, NULL);
    assert(run("/nonexistent/program") == 9 && failure == ENOENT);
    failure = 0;
    assert(run("/bin/true") == 0 && failure == 0);
    assert(getpid() == self && gettid() == self);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
