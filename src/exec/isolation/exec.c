/* exec.c - one process per execution: the slowest isolation, and the
 * one that restores everything that a process owns. */
#include "exec/isolation/isolation.h"

#include "exec/reaper.h"

#include <signal.h>
#include <sys/pidfd.h>
#include <unistd.h>

static pid_t exec_process(struct rdl_isolate *i)
{
    return i->target;
}

static int exec_finish(struct rdl_isolate *i)
{
    int status = rdl_reaper_reap(i->target);

    close(i->over);
    /* If the target forked, its process group outlives its leader. */
    kill(-i->target, SIGKILL);
    i->target = 0;
    i->over = -1;
    return status;
}

static void exec_stop(struct rdl_isolate *i)
{
    if (i->target == 0)
        return;
    kill(i->target, SIGKILL);
    exec_finish(i);
}

static int exec_begin(struct rdl_isolate *i)
{
    i->target = rdl_isolate_start(i, /*control=*/-1);
    if (i->target == 0)
        return -1;
    i->over = pidfd_open(i->target, 0);
    if (i->over < 0) {
        rdl_error_errno(i->failure, RDL_EXIT_INTERNAL,
                        "cannot watch the program's process (pidfd_open)");
        exec_stop(i);
    }
    return i->over;
}

const struct rdl_isolation rdl_isolation_exec = {
    .name = "exec",
    .summary = "a new process for each execution",
    .level = RDL_ISOLATION_EXEC,
    .note = RDL_NOTE_ISOLATION_EXEC,
    .begin = exec_begin,
    .process = exec_process,
    .finish = exec_finish,
    .stop = exec_stop,
};
