/* child.c - see child.h. */
#include "cli/regress/child.h"

#include "util/alloc.h"
#include "util/die.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_FOUND 127
#define MOST_TAIL 4096

static const int endings[] = { SIGINT, SIGTERM, SIGHUP };
#define N_ENDINGS (sizeof(endings) / sizeof(endings[0]))

static struct {
    bool now;
    sigset_t wanted, before;
    int signal; /* that arrived; 0: none */
} held;

void rdl_child_hold(void)
{
    sigemptyset(&held.wanted);
    sigaddset(&held.wanted, SIGCHLD);
    for (size_t i = 0; i < N_ENDINGS; i++) {
        struct sigaction now;

        /* A shell has a command in the background ignore Ctrl-C. */
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&held.wanted, endings[i]);
    }
    sigprocmask(SIG_BLOCK, &held.wanted, &held.before);
    held.now = true;
}

bool rdl_child_interrupted(void)
{
    return held.signal != 0;
}

void rdl_child_release(void)
{
    sigprocmask(SIG_SETMASK, &held.before, NULL);
    held.now = false;
    if (held.signal != 0)
        raise(held.signal);
}

static _Noreturn void child_exec(const struct rdl_child *how,
                                 const char *const *argv, int out)
{
    const int null = open("/dev/null", O_RDWR);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (held.now && !how->finishes)
        sigprocmask(SIG_SETMASK, &held.before, NULL);
    dup2(null, STDIN_FILENO);
    dup2(out >= 0 ? out : null, STDOUT_FILENO);
    dup2(how->log != NULL && out >= 0 ? out : null, STDERR_FILENO);
    if (how->dir != NULL && chdir(how->dir) != 0)
        _exit(NOT_FOUND);
    if (how->cc != NULL)
        setenv("CC", how->cc, 1);
    execvp(argv[0], (char *const *)argv);
    _exit(NOT_FOUND);
}

/* Ends like the child that it waits for. */
static _Noreturn void child_end(int status)
{
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : NOT_FOUND);
}

/* A build starts processes of its own (make, compilers), and a SIGKILL of
 * raddle reaches none of them: they would write into a worktree that the next
 * raddle removes.  So this process stays between them, and ends the whole group
 * when raddle ends, or at Ctrl-C, which does not reach that group either. */
static _Noreturn void child_guard(const struct rdl_child *how,
                                  const char *const *argv, int out)
{
    const pid_t raddle = getppid();
    sigset_t wanted = held.wanted, before;
    int status, got;
    pid_t pid;

    sigaddset(&wanted, SIGCHLD);
    sigaddset(&wanted, SIGTERM);
    sigprocmask(SIG_BLOCK, &wanted, &before);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    pid = fork();
    if (pid < 0)
        _exit(NOT_FOUND);
    if (pid == 0) {
        setpgid(0, 0);
        if (!held.now)
            sigprocmask(SIG_SETMASK, &before, NULL);
        child_exec(how, argv, out);
    }
    setpgid(pid, pid);       /* whoever is first */
    if (getppid() != raddle) /* it ended before prctl() */
        raise(SIGTERM);
    for (;;) {
        if (sigwait(&wanted, &got) == 0 && got != SIGCHLD)
            break;
        if (waitpid(pid, &status, WNOHANG) == pid)
            child_end(status);
    }
    kill(-pid, SIGKILL);
    _exit(NOT_FOUND);
}

static pid_t child_start(const struct rdl_child *how, const char *const *argv,
                         int out)
{
    const pid_t pid = fork();

    if (pid < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot start %s", argv[0]);
    if (pid == 0 && how->guarded)
        child_guard(how, argv, out);
    if (pid == 0)
        child_exec(how, argv, out);
    return pid;
}

/* Waits for it, or for a signal that ends it. */
static void child_watch(const struct rdl_child *how, pid_t pid)
{
    siginfo_t info = { 0 };
    int got;

    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0) {
        if (sigwait(&held.wanted, &got) != 0 || got == SIGCHLD)
            continue;
        held.signal = got;
        if (!how->finishes)
            kill(pid, SIGTERM);
    }
}

static int child_status(const struct rdl_child *how, pid_t pid)
{
    int status;

    if (held.now)
        child_watch(how, pid);
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int rdl_child_run(const struct rdl_child *how, const char *const *argv)
{
    const int out =
        how->log != NULL
            ? open(how->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
            : -1;
    int status;

    if (how->log != NULL && out < 0)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write %s", how->log);
    status = child_status(how, child_start(how, argv, out));
    if (out >= 0)
        close(out);
    return status;
}

char *rdl_child_line(const char *const *argv, int *status)
{
    const struct rdl_child how = { .dir = NULL };
    char text[4096];
    size_t size = 0;
    int ends[2];
    ssize_t n;
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) != 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot make a pipe");
    pid = child_start(&how, argv, ends[1]);
    close(ends[1]);
    while (size < sizeof(text) - 1 &&
           (n = read(ends[0], text + size, sizeof(text) - 1 - size)) > 0)
        size += (size_t)n;
    close(ends[0]);
    *status = child_status(&how, pid);
    text[size] = '\0';
    text[strcspn(text, "\n")] = '\0';
    return *status == 0 ? rdl_strdup(text) : NULL;
}

char *rdl_child_tail(const char *path, unsigned lines)
{
    char *text = rdl_alloc(MOST_TAIL + 1), *at;
    FILE *file = fopen(path, "re");
    size_t n = 0;

    if (file != NULL) {
        if (fseek(file, -MOST_TAIL, SEEK_END) != 0)
            rewind(file);
        n = fread(text, 1, MOST_TAIL, file);
        fclose(file);
    }
    while (n > 0 && text[n - 1] == '\n')
        n--;
    text[n] = '\0';
    for (at = text + n; at > text; at--) {
        if (at[-1] == '\n' && --lines == 0)
            break;
    }
    memmove(text, at, strlen(at) + 1);
    return text;
}
