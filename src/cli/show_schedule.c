/* show_schedule.c - raddle show: replays a schedule and prints how its threads
 * came to fail, one column for each. */
#include "cli/cli.h"

#include "cli/options.h"
#include "cli/replay_options.h"
#include "driver/die.h"

enum { OPT_FULL = 256, OPT_PROGRAM, OPT_ISOLATION, OPT_TIMEOUT, OPT_JSON };

static const struct argp_option options[] = {
    { "full", OPT_FULL, NULL, 0, "every step, not only those that matter", 1 },
    { "program", OPT_PROGRAM, "FILE", 0,
      "the program, in another directory now", 2 },
    { "isolation", OPT_ISOLATION, "NAME", 0, "fork (default), exec or rewind",
      2 },
    { "timeout", OPT_TIMEOUT, "TIME", 0, "per execution (default: as recorded)",
      2 },
    { "json", OPT_JSON, "FILE", 0, "all steps as JSON (- for stdout)", 3 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct rdl_replay_options *o = state->input;

    switch (key) {
    case OPT_FULL:
        o->full = true;
        break;
    case OPT_PROGRAM:
        o->program = arg;
        break;
    case OPT_ISOLATION:
        o->isolation = rdl_option_isolation(state, arg);
        break;
    case OPT_TIMEOUT:
        o->timeout_ns = rdl_option_time(state, "--timeout", arg);
        break;
    case OPT_JSON:
        o->json = arg;
        break;
    case ARGP_KEY_ARG:
        o->files = rdl_grow(o->files, (o->n_files + 1) * sizeof(char *));
        o->files[o->n_files++] = arg;
        break;
    case ARGP_KEY_END:
        if (o->n_files > 1 && o->json != NULL)
            argp_error(state,
                       "one schedule at a time with --json; '%s' is "
                       "one too many",
                       o->files[1]);
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which schedule? (raddle show FILE)");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int rdl_cmd_show(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "FILE...",
        .doc = "Replays recorded executions and prints them as tables: one "
               "column for each thread, with source, values, and locks.  As "
               "wide as the terminal, or COLUMNS.  Exit status as of raddle "
               "replay.",
    };
    struct rdl_replay_options o = {
        .times = 1,
        .table = true,
        .isolation = rdl_isolation_at(RDL_RUNG_FORK),
    };

    rdl_options_name(argv, "raddle show");
    rdl_options_parse(&argp, argc, argv, 0, &o);
    return rdl_replay_files(&o);
}
