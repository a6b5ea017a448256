/* alarm_and_fork.c - a new process has none of its parent's timers and nothing
 * pending, however it was made; a new program keeps the alarm.
 * EXPECT: clean
 * EXECUTIONS: 60
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static timer_t timer;

/* In the child: 5 if all is as it should be. */
static int look(void)
{
    struct itimerval left;
    struct itimerspec rest;
    sigset_t pending;

    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++) {
        if (getitimer((__itimer_which_t)which, &left) != 0 ||
            left.it_value.tv_sec != 0 || left.it_value.tv_usec != 0)
            return 6;
    }
    if (alarm(0) != 0)
        return 7;
    if (timer_gettime(timer, &rest) == 0)
        return 8;
    if (sigpending(&pending) != 0 || sigismember(&pending, SIGUSR1))
        return 9;
    return 5;
}

static void expect(pid_t child)
{
    int status;

    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 5);
}

static void *idle(void *unused)
{
    return unused;
}

int main(int argc, char **argv)
{
    struct itimerval soon = { { 0, 10 }, { 0, 10 } };
    struct itimerspec later = { { 0, 0 }, { 50, 0 } };
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGTERM };
    char *arguments[] = { "sh", "-c", "exit 5", NULL };
    sigset_t user;
    pthread_t t[2];
    pid_t child;
    int status;

    if (argc > 1 && argv[1][0] == 'l')
        return alarm(0) > 900 ? 5 : 6;
    alarm(60);
    signal(SIGVTALRM, SIG_IGN);
    setitimer(ITIMER_VIRTUAL, &soon, NULL);
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    assert(timer_settime(timer, 0, &later, NULL) == 0);
    sigemptyset(&user);
    sigaddset(&user, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &user, NULL);
    raise(SIGUSR1);

    child = fork();
    if (child == 0)
        _exit(look());
    expect(child);
    child = vfork();
    if (child == 0)
        _exit(5);
    expect(child);
    child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(look());
    expect(child);
    assert(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ) == 0);
    expect(child);

    /* An alarm ends a child that is stuck. */
    child = fork();
    if (child == 0) {
        alarm(1000);
        pause();
        _exit(6);
    }
    assert(waitpid(child, &status, 0) == child);
    assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);

    /* An exec keeps the alarm that the child sets itself. */
    child = fork();
    if (child == 0) {
        alarm(1000);
        execl("/proc/self/exe", "alarm_and_fork", "left", NULL);
    }
    expect(child);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, idle, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    alarm(0);
    return 0;
}
