/* gdb.h - a replay on kernel threads inside gdb. */
#ifndef RDL_CLI_REPLAY_GDB_H
#define RDL_CLI_REPLAY_GDB_H

#include "schedule/replay.h"
#include "cli/replay/options.h"

/* Runs gdb in the foreground until the user quits. */
enum rdl_replay rdl_replay_gdb(struct rdl_worker *w,
                               const struct rdl_schedule *s,
                               const struct rdl_replay_options *o);

#endif
