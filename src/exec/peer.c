/* peer.c - see peer.h. */
#include "exec/peer.h"

#include "exec/launch.h"
#include "exec/reaper.h"
#include "util/die.h"

#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_RUN 126   /* the shell's status for what it cannot run ... */
#define NOT_FOUND 127 /* ... and for what it does not find */

void rdl_peer_start(struct rdl_peer *p, const char *command, int output)
{
    p->pid = rdl_launch_shell(command, output);
    p->over = pidfd_open(p->pid, 0);
    if (p->over < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot watch a process (pidfd_open)");
}

void rdl_peer_ended(struct rdl_peer *p)
{
    int status = rdl_reaper_reap(p->pid);

    close(p->over);
    p->pid = 0;
    p->over = -1;
    /* Without it the executions would show nothing and look clean. */
    if (WIFEXITED(status) &&
        (WEXITSTATUS(status) == NOT_RUN || WEXITSTATUS(status) == NOT_FOUND))
        rdl_die(RDL_EXIT_USAGE,
                "the command of --peer cannot be run: its shell ended with "
                "status %d",
                WEXITSTATUS(status));
}

void rdl_peer_end(struct rdl_peer *p)
{
    if (p->pid == 0)
        return;
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    rdl_peer_ended(p);
}
