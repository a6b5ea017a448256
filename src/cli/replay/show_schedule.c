/* show_schedule.c - raddle show: replays a schedule and prints how its threads
 * reached the failure, one column for each. */
#include "cli/cli.h"

#include "cli/options.h"
#include "cli/replay/options.h"
#include "report/table/table.h"

enum { OPT_FULL = 256, OPT_WIDTH };

static const struct argp_option options[] = {
    { "full", OPT_FULL, NULL, 0, "every step, not only those that matter", 1 },
    { "width", OPT_WIDTH, "N", 0, "columns (default: the terminal's, or 160)",
      1 },
    RDL_REPLAY_ROWS,
    { "json", RDL_OPTION_JSON, "FILE", 0, "all steps as JSON (- for stdout)",
      3 },
    { 0 },
};

static error_t show_schedule_parse(int key, char *arg, struct argp_state *state)
{
    struct rdl_replay_options *o = state->input;

    switch (key) {
    case OPT_FULL:
        o->full = true;
        return 0;
    case OPT_WIDTH:
        o->width = rdl_option_count(state, "--width", arg, RDL_TABLE_NARROWEST,
                                    RDL_TABLE_WIDEST);
        return 0;
    default:
        return rdl_replay_option(key, arg, state, "show");
    }
}

int rdl_cmd_show(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = show_schedule_parse,
        .args_doc = "FILE...",
        .doc = "Replays recorded executions and prints them as tables: one "
               "column for each thread, with source, values, and locks.  Exit "
               "status as of raddle "
               "replay.",
    };
    struct rdl_replay_options o = {
        .times = 1,
        .table = true,
        .isolation = rdl_isolation_at(RDL_ISOLATION_FORK),
    };

    rdl_options_name(argv, "raddle show");
    rdl_options_parse(&argp, argc, argv, 0, &o);
    return rdl_replay_files(&o);
}
