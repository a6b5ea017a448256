/* rewind.c - the target is loaded once and goes back to main after
 * each execution; one request runs many executions. */
#include "exec/isolation/fork_server.h"

static int rewind_begin(struct rdl_isolate *i)
{
    return rdl_fork_server_ask(i, RDL_ASK_LOOP);
}

static pid_t rewind_process(struct rdl_isolate *i)
{
    return i->own;
}

const struct rdl_isolation rdl_isolation_rewind = {
    .name = "rewind",
    .summary = "the program is loaded once and goes back to main (default)",
    .level = RDL_ISOLATION_REWIND,
    .begin = rewind_begin,
    .process = rewind_process,
    .finish = rdl_fork_server_hear,
    .stop = rdl_fork_server_stop,
};
