/* strays.c - see strays.h. */
#include "campaign/strays.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A process that does not die within a second of SIGKILL is stuck in the
 * kernel; waiting longer would only hang the driver as well. */
#define ROUNDS 1000

static void strays_at_exit(void)
{
    rdl_strays_end(NULL, 0);
}

void rdl_strays_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    atexit(strays_at_exit);
}

static bool strays_keep(const pid_t *keep, size_t n, pid_t pid)
{
    for (size_t i = 0; i < n; i++) {
        if (keep[i] == pid)
            return true;
    }
    return false;
}

/* Kills what the list of children names and reaps what is dead; returns how
 * many strays were there.  (The file needs CONFIG_PROC_CHILDREN, which every
 * distribution sets for the sake of CRIU; without it strays stay until the
 * driver ends.) */
static size_t strays_round(const pid_t *keep, size_t n)
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

        /* A number that the buffer cuts off is met again in a later round. */
        if (end == p || *end == '\0')
            break;
        if (strays_keep(keep, n, pid))
            continue;
        found++;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, WNOHANG);
    }
    return found;
}

void rdl_strays_end(const pid_t *keep, size_t n)
{
    const struct timespec pause = { .tv_nsec = 1000000 };

    for (int i = 0; i < ROUNDS; i++) {
        if (strays_round(keep, n) == 0)
            return;
        /* The first round often reaps all at once. */
        if (i > 0)
            nanosleep(&pause, NULL);
    }
}

int rdl_strays_reap(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return status;
}
