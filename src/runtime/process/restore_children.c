/* restore_children.c - the restorer that ends the processes that the execution
 * forked.
 *
 * The driver does so for the other isolations (exec/reaper.h); here the process
 * continues, so it must do it itself.  It is a subreaper meanwhile, so that it
 * adopts grandchildren when their parents die.  Those whose parent died earlier
 * belong to the driver already, and end with the campaign. */
#include "runtime/machine/raw.h"
#include "runtime/core/restorer.h"
#include "runtime/core/children.h"
#include "runtime/observe/isolation.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define ROUNDS 10000
#define PIECE 1024

/* Kills all processes listed in `text`; a truncated pid is seen again in a
 * later round. */
static void children_kill_named(const char *text, long size)
{
    long pid = 0;

    for (long i = 0; i < size; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            pid = pid * 10 + (text[i] - '0');
            continue;
        }
        if (pid > 0)
            rdl_raw(SYS_kill, pid, SIGKILL);
        pid = 0;
    }
}

/* False: the kernel does not list them. */
static bool children_kill_all(void)
{
    char text[PIECE];
    long fd =
        rdl_raw(SYS_open, "/proc/thread-self/children", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    children_kill_named(text, rdl_raw(SYS_read, fd, text, sizeof(text)));
    rdl_raw(SYS_close, fd);
    return true;
}

/* A child that SIGKILL does not end is stuck in the kernel, or belongs to
 * another user: a new process does not have it. */
static void children_leave(void)
{
    const struct timespec pause = { .tv_nsec = 100000 };
    int adopts = 0, rounds = 0;
    long child = 0;

    if (!rdl_children_any() ||
        rdl_raw(SYS_wait4, -1, NULL, WNOHANG | __WALL, NULL) < 0)
        return;
    rdl_raw(SYS_prctl, PR_GET_CHILD_SUBREAPER, &adopts);
    rdl_raw(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    while (child >= 0 && rounds < ROUNDS && children_kill_all()) {
        while ((child = rdl_raw(SYS_wait4, -1, NULL, WNOHANG | __WALL, NULL)) >
               0)
            ;
        if (child == 0 && rounds++ > 0)
            rdl_raw(SYS_nanosleep, &pause, NULL);
    }
    if (child >= 0)
        rdl_rewind_cannot(RDL_ISOLATION_FORK,
                          "it has a child that cannot be ended", 0);
    rdl_raw(SYS_prctl, PR_SET_CHILD_SUBREAPER, adopts, 0, 0, 0);
}

const struct rdl_restorer rdl_restorer_children = {
    .name = "children",
    .leave = children_leave,
};
