/* options.h - the command line of raddle replay, and the part of it that raddle
 * show has. */
#ifndef RDL_CLI_REPLAY_OPTIONS_H
#define RDL_CLI_REPLAY_OPTIONS_H

#include "exec/isolation/isolation.h"

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

struct rdl_replay_options {
    size_t n_files;
    const char **files;
    uint64_t times;
    const char *engine; /* NULL: as recorded */
    const struct rdl_isolation *isolation;
    const char *program; /* NULL: as recorded */
    const char *json;
    uint64_t timeout_ns; /* 0: as recorded */
    bool quiet;
    bool gdb;
    size_t n_gdb_commands;
    /* Commands for gdb when it has stopped; gdb then ends. */
    const char **gdb_commands;
    bool table;        /* raddle show: the interleaving, not the stacks */
    bool full;         /* all steps of it */
    size_t width;      /* columns; 0: as wide as the output */
    size_t most_steps; /* limit for its JSON; 0: no limit */
};

/* replay.c: runs them and returns the exit status.  Frees the options. */
int rdl_replay_files(struct rdl_replay_options *o);

/* Options of both commands: program, isolation, time limit; the schedules. */
enum {
    RDL_REPLAY_PROGRAM = 500,
    RDL_REPLAY_ISOLATION,
    RDL_REPLAY_TIMEOUT,
};
/* Rows of an argp table. */
/* clang-format off */
#define RDL_REPLAY_ROWS                                                        \
    { "isolation", RDL_REPLAY_ISOLATION, "NAME", 0,                            \
      "fork (default), exec or rewind", 2 },                                   \
    { "program", RDL_REPLAY_PROGRAM, "FILE", 0,                                \
      "the program, if it has moved", 2 },                                     \
    { "timeout", RDL_REPLAY_TIMEOUT, "TIME", 0,                                \
      "per execution (default: as recorded)", 2 }
/* clang-format on */
/* What an argp parser returns for those and --json, and for unknown keys;
 * state->input is an rdl_replay_options. */
error_t rdl_replay_option(int key, char *arg, struct argp_state *state,
                          const char *command);

/* Ends the program on --help and on invalid usage. */
void rdl_replay_options_parse(struct rdl_replay_options *o, int argc,
                              char **argv);

#endif
