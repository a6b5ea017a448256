/* peer.c - see peer.h. */
#include "exec/peer.h"

#include "exec/launch.h"
#include "exec/reaper.h"

#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_RUN 126   /* the shell cannot run the command ... */
#define NOT_FOUND 127 /* ... or does not find it */

bool rdl_peer_start(struct rdl_peer *p, const char *command, int output,
                    struct rdl_error *error)
{
    pid_t pid = rdl_launch_shell(command, output, error);

    if (pid < 0)
        return rdl_error_context(error, "cannot run --peer %s", command);
    p->pid = pid;
    p->over = pidfd_open(p->pid, 0);
    if (p->over >= 0)
        return true;
    rdl_error_errno(error, RDL_EXIT_INTERNAL,
                    "cannot watch the process of --peer (pidfd_open)");
    rdl_peer_end(p, NULL);
    return false;
}

bool rdl_peer_ended(struct rdl_peer *p, struct rdl_error *error)
{
    int status = rdl_reaper_reap(p->pid);

    close(p->over);
    p->pid = 0;
    p->over = -1;
    /* Without the peer the executions would test nothing and look clean. */
    if (WIFEXITED(status) &&
        (WEXITSTATUS(status) == NOT_RUN || WEXITSTATUS(status) == NOT_FOUND))
        return rdl_error_set(
            error, RDL_EXIT_USAGE,
            "the command of --peer cannot be run: its shell ended with "
            "status %d",
            WEXITSTATUS(status));
    return true;
}

bool rdl_peer_end(struct rdl_peer *p, struct rdl_error *error)
{
    if (p->pid == 0)
        return true;
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    return rdl_peer_ended(p, error);
}
