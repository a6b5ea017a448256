/* identity_groups.c - what getpid() says is good for process groups, sessions,
 * owners of descriptors and names under /proc.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void check_groups(void)
{
    assert(getpgrp() == getpid());
    assert(getpgid(0) == getpid() && getpgid(getpid()) == getpid());
    assert(syscall(SYS_getpgid, 0) == getpid());
    assert(syscall(SYS_getpgrp) == getpid());
    assert(getsid(0) == getppid() && getsid(getpid()) == getppid());
    assert(setsid() == -1 && errno == EPERM); /* it leads a group */
    assert(kill(-getpgrp(), 0) == 0 && killpg(getpgrp(), 0) == 0);
}

static void check_child(void)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        int bad = getpgrp() != getppid();

        bad |= setpgid(0, 0) != 0 || getpgrp() != getpid();
        bad |= setpgid(0, getppid()) != 0 || getpgrp() != getppid();
        bad |= setsid() != getpid() || getsid(0) != getpid();
        _exit(bad);
    }
    assert(getsid(child) > 0);
    assert(waitpid(child, &status, 0) == child && status == 0);

    child = fork();
    if (child == 0) {
        pause();
        _exit(1);
    }
    assert(getpgid(child) == getpid());
    assert(setpgid(child, child) == 0 && getpgid(child) == child);
    assert(setpgid(child, getpid()) == 0 && getpgid(child) == getpgrp());
    assert(kill(child, SIGKILL) == 0);
    assert(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
}

static void check_owner(void)
{
    struct f_owner_ex owner = { .type = F_OWNER_PID, .pid = getpid() };
    int fd[2];

    assert(pipe(fd) == 0);
    assert(fcntl(fd[0], F_GETOWN) == 0);
    assert(fcntl(fd[0], F_SETOWN, getpid()) == 0);
    assert(fcntl(fd[0], F_GETOWN) == getpid());
    assert(fcntl(fd[0], F_SETOWN, -getpgrp()) == 0);
    assert(fcntl(fd[0], F_GETOWN) == -getpgrp());
    assert(fcntl(fd[0], F_SETOWN_EX, &owner) == 0);
    owner.pid = 0;
    assert(fcntl(fd[0], F_GETOWN_EX, &owner) == 0 && owner.pid == getpid());
    close(fd[0]);
    close(fd[1]);
}

static void check_names(void)
{
    char name[64], text[64], *resolved;
    struct stat st;
    FILE *file;
    ssize_t n;
    int fd;

    n = readlink("/proc/self", text, sizeof(text));
    snprintf(name, sizeof(name), "%d", (int)getpid());
    assert(n == (ssize_t)strlen(name) && memcmp(text, name, (size_t)n) == 0);
    n = readlink("/proc/thread-self", text, 3); /* cut, not ended */
    assert(n == 3 && memcmp(text, name, 3) == 0);

    snprintf(name, sizeof(name), "/proc/%d/cmdline", (int)getpid());
    fd = open(name, O_RDONLY);
    assert(fd >= 0 && read(fd, text, sizeof(text)) > 0 && close(fd) == 0);
    file = fopen(name, "r");
    assert(file != NULL && fclose(file) == 0);
    assert(access(name, R_OK) == 0);

    snprintf(name, sizeof(name), "/proc/%d", (int)getpid());
    assert(stat(name, &st) == 0 && S_ISDIR(st.st_mode));
    snprintf(name, sizeof(name), "/proc/%d/task/%d/comm", (int)getpid(),
             (int)gettid());
    assert(access(name, R_OK) == 0);
    snprintf(name, sizeof(name), "/proc/self/task/%d", (int)gettid());
    assert(access(name, R_OK) == 0);
    resolved = realpath("/proc/self/cmdline", NULL);
    assert(resolved != NULL && stat(resolved, &st) == 0);
    free(resolved);
    assert(access("/proc/4199999/comm", F_OK) == -1 && errno == ENOENT);
    /* An address that is not mapped is the kernel's to notice. */
    assert(syscall(SYS_access, (char *)8, F_OK) == -1 && errno == EFAULT);
}

static void *check(void *unused)
{
    check_groups();
    check_owner();
    check_names();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, check, NULL);
    pthread_create(&b, NULL, check, NULL);
    check_child();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
