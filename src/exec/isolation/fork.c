/* fork.c - the target is loaded once and waits at main; it forks a
 * child for each execution. */
#include "exec/process.h"
#include "exec/isolation/fork_server.h"

static int fork_begin(struct rdl_isolate *i)
{
    rdl_shared_map_process(i->memory);
    return rdl_fork_server_ask(i, RDL_ASK_RUN);
}

/* The child's pid is in shared memory, where the target can write.  So raddle
 * trusts it only if the kernel confirms that it is a child of the server. */
static pid_t fork_process(struct rdl_isolate *i)
{
    pid_t pid =
        (pid_t)__atomic_load_n(&i->memory->shared->child, __ATOMIC_RELAXED);

    return pid > 0 && rdl_process_stat(pid).parent == i->own ? pid : 0;
}

const struct rdl_isolation rdl_isolation_fork = {
    .name = "fork",
    .summary = "the program is loaded once and forked at main",
    .level = RDL_ISOLATION_FORK,
    .note = RDL_NOTE_ISOLATION_FORK,
    .begin = fork_begin,
    .process = fork_process,
    .finish = rdl_fork_server_hear,
    .stop = rdl_fork_server_stop,
};
