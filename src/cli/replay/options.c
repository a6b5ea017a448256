/* options.c - see options.h. */
#include "cli/replay/options.h"

#include "cli/options.h"
#include "util/die.h"

#include <stdlib.h>

enum { OPT_ENGINE = 256, OPT_GDB, OPT_GDB_COMMAND };

static const struct argp_option options[] = {
    { "times", 'n', "N", 0, "replay it N times (default 1)", 1 },
    { "gdb", OPT_GDB, NULL, 0, "run inside gdb and stop at the failure", 1 },
    { "gdb-command", OPT_GDB_COMMAND, "CMD", 0,
      "let gdb run CMD there, then end (repeatable)", 1 },
    { "engine", OPT_ENGINE, "NAME", 0, "fiber or kernel (default: as recorded)",
      2 },
    RDL_REPLAY_ROWS,
    RDL_OPTION_JSON_ROW(3),
    { "quiet", 'q', NULL, 0, "only the verdict", 3 },
    { 0 },
};

error_t rdl_replay_option(int key, char *arg, struct argp_state *state,
                          const char *command)
{
    struct rdl_replay_options *o = state->input;
    char *none;

    switch (key) {
    case RDL_REPLAY_ISOLATION:
        o->isolation = rdl_option_isolation(state, arg);
        return 0;
    case RDL_REPLAY_PROGRAM:
        o->program = arg;
        return 0;
    case RDL_REPLAY_TIMEOUT:
        o->timeout_ns = rdl_option_time(state, "--timeout", arg);
        return 0;
    case RDL_OPTION_JSON:
        o->json = arg;
        return 0;
    case ARGP_KEY_ARG:
        o->files = rdl_grow(o->files, (o->n_files + 1) * sizeof(char *));
        o->files[o->n_files++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (o->n_files > 1 && (o->gdb || o->json != NULL))
            argp_error(state,
                       "one schedule at a time with %s; '%s' is one too many",
                       o->gdb ? "--gdb" : "--json", o->files[1]);
        return 0;
    case ARGP_KEY_NO_ARGS:
        none = rdl_format("which schedule? (raddle %s FILE)", command);
        rdl_option_missing(state, none, o->json);
        free(none);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t options_parse(int key, char *arg, struct argp_state *state)
{
    struct rdl_replay_options *o = state->input;

    switch (key) {
    case 'n':
        o->times = rdl_option_count(state, "--times", arg, 1, INT64_MAX);
        return 0;
    case OPT_GDB_COMMAND:
        o->gdb_commands =
            rdl_grow(o->gdb_commands, (o->n_gdb_commands + 1) * sizeof(char *));
        o->gdb_commands[o->n_gdb_commands++] = arg;
        /* fall through */
    case OPT_GDB:
        o->gdb = true;
        return 0;
    case OPT_ENGINE:
        o->engine = rdl_option_engine(state, arg);
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    default:
        return rdl_replay_option(key, arg, state, "replay");
    }
}

void rdl_replay_options_parse(struct rdl_replay_options *o, int argc,
                              char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = options_parse,
        .args_doc = "FILE...",
        .doc = "Repeats recorded executions step by step.  Exit status 1: it "
               "failed again; 0: it passes now; 4: it is not the recorded "
               "execution any more.  Of several: 4 if one is not, 1 if one "
               "fails again, 0 if all pass.",
    };

    *o = (struct rdl_replay_options){
        .times = 1,
        .isolation = rdl_isolation_at(RDL_ISOLATION_FORK),
    };
    rdl_options_name(argv, "raddle replay");
    rdl_options_parse(&argp, argc, argv, 0, o);
}
