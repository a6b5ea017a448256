/* process_clone.c - clone and the raw fork system calls make children whose
 * result comes back, whichever thread waits.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t children[3];

static int body(void *argument)
{
    return *(int *)argument + (getpid() == getppid());
}

static void *collect(void *unused)
{
    int sum = 0, status;

    for (int i = 0; i < 3; i++) {
        assert(waitpid(children[i], &status, 0) == children[i]);
        assert(WIFEXITED(status));
        sum += WEXITSTATUS(status);
    }
    assert(sum == 1 + 2 + 4);
    return unused;
}

static void *idle(void *unused)
{
    for (int i = 0; i < 3; i++)
        sched_yield();
    return unused;
}

int main(void)
{
    static char stack[65536] __attribute__((aligned(16)));
    int one = 1;
    pthread_t a, b;

    children[0] = clone(body, stack + sizeof(stack), SIGCHLD, &one);
    children[1] = (pid_t)syscall(SYS_fork);
    if (children[1] == 0)
        _exit(2);
    children[2] = vfork();
    if (children[2] == 0)
        _exit(4);
    for (int i = 0; i < 3; i++)
        assert(children[i] > 0);
    pthread_create(&a, NULL, collect, NULL);
    pthread_create(&b, NULL, idle, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
