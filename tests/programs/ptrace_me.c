/* ptrace_me.c - a program that looks for a debugger: it may ask to be traced
 * once, also before main, and runs on; a child that it traces stops.
 * EXPECT: clean
 * EXECUTIONS: 30
 * ISOLATION: fork
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int n;

static void *run(void *unused)
{
    __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED);
    raise(SIGURG); /* a tracee would stop */
    return unused;
}

static void look(void)
{
    assert(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
    assert(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == -1 && errno == EPERM);
    assert(syscall(SYS_ptrace, PTRACE_TRACEME, 0, NULL, NULL) == -1);
}

static void trace(void)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(5);
    }
    assert(waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status));
    assert(ptrace(PTRACE_CONT, child, NULL, NULL) == 0);
    assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
    assert(WEXITSTATUS(status) == 5);
}

int main(void)
{
    pthread_t t[2];

    look();
    trace();
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    return 0;
}
