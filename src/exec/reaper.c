/* reaper.c - see reaper.h. */
#include "exec/reaper.h"

#include "util/fatal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A process that does not die within a second of SIGKILL hangs in the kernel;
 * waiting longer would only hang the driver too. */
#define ROUNDS 1000
/* The kernel's maximum: if memory runs out, the kernel shall kill the target,
 * not the driver. */
#define MOST_ADJ 1000
#define ANY (-1)

/* One per process, like the set of children. */
static struct {
    pid_t pid[4 * RDL_MOST_MARKS];
    size_t n;
} known;

void rdl_reaper_know(pid_t pid)
{
    RDL_ASSERT(known.n < sizeof(known.pid) / sizeof(known.pid[0]));
    known.pid[known.n++] = pid;
}

static bool reaper_known(pid_t pid)
{
    for (size_t i = 0; i < known.n; i++) {
        if (known.pid[i] == pid)
            return true;
    }
    return false;
}

int rdl_reaper_reap(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    for (size_t i = 0; i < known.n; i++) {
        if (known.pid[i] == pid)
            known.pid[i] = known.pid[--known.n];
    }
    return status;
}

void rdl_reaper_mark(int mark)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    /* If this is not permitted, the kernel chooses as usual. */
    dprintf(fd, "%d", MOST_ADJ - mark);
    close(fd);
}

/* A process whose mark cannot be read has none. */
static bool reaper_of(pid_t pid, int mark)
{
    char path[64], text[16];
    ssize_t n = 0;
    int fd, adj;

    if (mark == ANY)
        return true;
    if (reaper_known(pid))
        return false;
    snprintf(path, sizeof(path), "/proc/%d/oom_score_adj", (int)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        n = read(fd, text, sizeof(text) - 1);
        close(fd);
    }
    text[n > 0 ? n : 0] = '\0';
    adj = atoi(text);
    return adj == MOST_ADJ - mark || adj <= MOST_ADJ - RDL_MOST_MARKS;
}

/* Kills the listed children with that mark and reaps the dead ones; returns the
 * number of strays.  (The file needs CONFIG_PROC_CHILDREN, which every
 * distribution sets for CRIU.  Without it strays stay until the driver
 * ends.) */
static size_t reaper_round(int mark)
{
    char text[4096];
    size_t found = 0;
    ssize_t size;
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return 0;
    size = read(fd, text, sizeof(text) - 1);
    close(fd);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    for (char *p = text, *end;; p = end) {
        pid_t pid = (pid_t)strtol(p, &end, 10);

        /* A later round meets a number that the buffer cuts off. */
        if (end == p || *end == '\0')
            break;
        if (!reaper_of(pid, mark))
            continue;
        found++;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, WNOHANG);
    }
    return found;
}

void rdl_reaper_end(int mark)
{
    const struct timespec pause = { .tv_nsec = 1000000 };

    for (int i = 0; i < ROUNDS; i++) {
        if (reaper_round(mark) == 0)
            return;
        /* The first round often reaps all of them. */
        if (i > 0)
            nanosleep(&pause, NULL);
    }
}

static void reaper_at_exit(void)
{
    rdl_reaper_end(ANY);
}

void rdl_reaper_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    atexit(reaper_at_exit);
}
