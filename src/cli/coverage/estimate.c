/* estimate.c - raddle estimate: the requirements that a program can cover,
 * estimated from a few observed executions. */
#include "cli/cli.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/loop.h"
#include "exec/interrupt.h"
#include "campaign/findings/pipeline.h"
#include "campaign/explore/portfolio.h"
#include "exec/reaper.h"
#include "campaign/verdict.h"
#include "cli/options.h"
#include "cli/session.h"
#include "cli/replay/show.h"
#include "util/die.h"
#include "report/coverage/estimate_print.h"

#include <stdlib.h>

enum { OPT_CHECK = 256, OPT_SEED, OPT_ALL };

struct estimate {
    uint64_t observed, check, seed;
    const char *metric, *json;
    struct rdl_option_metrics metrics;
    bool all;
    char **command;
    struct rdl_show show;
};

static const struct argp_option known[] = {
    { "executions", 'n', "N", 0, "look at N executions (default 10)", 1 },
    { "check", OPT_CHECK, "N", 0,
      "then run N more, to see what they cover (default 0)", 1 },
    { "metric", 'm', "NAME", 0, "only this one: raddle list metrics", 1 },
    { "seed", OPT_SEED, "N", 0, "of the random choices (default 1)", 1 },
    { "all", OPT_ALL, NULL, 0, "print every interaction, one on a line", 2 },
    RDL_OPTION_JSON_ROW(2),
    { 0 },
};

static error_t estimate_parse(int key, char *arg, struct argp_state *state)
{
    struct estimate *e = state->input;

    switch (key) {
    case 'n':
        e->observed =
            rdl_option_count(state, "--executions", arg, 1, RDL_MOST_OBSERVED);
        break;
    case OPT_CHECK:
        e->check = rdl_option_count(state, "--check", arg, 0, INT64_MAX / 2);
        break;
    case 'm':
        e->metric = arg;
        e->metrics = rdl_option_metrics(state, arg);
        break;
    case OPT_SEED:
        e->seed = rdl_option_count(state, "--seed", arg, 0, INT64_MAX);
        break;
    case OPT_ALL:
        e->all = true;
        break;
    case RDL_OPTION_JSON:
        e->json = arg;
        break;
    case ARGP_KEY_ARGS:
        e->command = state->argv + state->next;
        break;
    case ARGP_KEY_NO_ARGS:
        rdl_option_missing(state, "which program? (raddle estimate ./a.out)",
                           e->json);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void estimate_kept(void *data, const char *path)
{
    (void)data;
    rdl_die_found(path);
}

static void estimate_warn(void *data, const char *text)
{
    (void)data;
    rdl_warn("%s", text);
}

static void estimate_note(void *data, struct rdl_campaign *c,
                          const struct rdl_placed_note *placed)
{
    struct estimate *e = data;

    (void)c;
    rdl_show_note(&e->show, placed->note.text, placed->location);
}

static int estimate_tell(struct estimate *e, struct rdl_campaign *c, FILE *json)
{
    const struct rdl_estimate_view view = {
        .program = e->command[0],
        .arguments = e->command + 1,
        .executions = c->observe.observed,
        .checked = c->totals.executions - c->observe.observed,
        .seconds = (double)c->observe.estimate_ns / 1e9,
        .coverage = &c->observe.coverage,
        .metrics = e->metrics.metrics,
        .metric = e->metric,
        .all = e->all,
        .capped = rdl_campaign_capped(c),
    };
    const struct rdl_verdict verdict = rdl_verdict_of(c);
    enum rdl_exit code = rdl_verdict_exit(&verdict, c);
    char *why = rdl_verdict_why(&verdict, c);

    if (c->findings.n > 0) {
        fputs("some of the executions failed: raddle test shows why\n",
              e->show.out);
        code = RDL_EXIT_CLEAN;
    }
    if (why != NULL)
        rdl_warn("%s", why);
    free(why);
    if (c->observe.cut)
        rdl_warn("an execution had more events than there was room for: the "
                 "estimate is about its beginning");
    rdl_coverage_sync(&c->observe.coverage);
    if (json != stdout)
        rdl_estimate_print(e->show.out, &view);
    if (json != NULL)
        rdl_session_json_end(json, e->json, rdl_estimate_json(json, &view));
    return code;
}

static int estimate_run(struct estimate *e, const struct rdl_program *program,
                        const char *runtime, FILE *json)
{
    struct rdl_campaign_options options = {
        .worker = {
            .path = program->path,
            .argv = e->command,
            .runtime = runtime,
            .isolation = rdl_isolation_at(RDL_ISOLATION_REWIND),
            .max_steps = 1000000,
            .coverage = -1,
        },
        .config = {
            .seed = e->seed,
            .max_steps = 1000000,
            .depth = 3,
            .timeout_ms = 10000,
        },
        .program = e->command[0],
        .executions = e->observed + e->check,
        .goal = { .window = RDL_WINDOW },
        .metrics = e->metrics.metrics,
        .pairs = e->metrics.pairs,
        .observed = e->observed,
        .keep_going = true,
        .out = "raddle-out",
        .jobs = 1,
    };
    const struct rdl_campaign_owner owner = {
        .data = e,
        .kept = estimate_kept,
        .warn = estimate_warn,
        .note = estimate_note,
    };
    struct rdl_campaign campaign;
    struct rdl_error error;
    struct rdl_stdin input;
    int code;

    rdl_text_copy(options.config.strategy, RDL_AUTO,
                  sizeof(options.config.strategy));
    rdl_text_copy(options.config.engine, "fiber",
                  sizeof(options.config.engine));
    rdl_text_copy(options.config.tracker, "auto",
                  sizeof(options.config.tracker));
    rdl_session_stdin(&input);
    if (!rdl_campaign_make(&campaign, &options, &owner, &input, &error) ||
        !rdl_campaign_run(&campaign, &error))
        rdl_die_error(&error);
    code = estimate_tell(e, &campaign, json);
    rdl_campaign_free(&campaign);
    return code;
}

int rdl_cmd_estimate(int argc, char **argv)
{
    static const struct argp argp = {
        .options = known,
        .parser = estimate_parse,
        .args_doc = "PROGRAM [ARGUMENTS...]",
        .doc = "Runs PROGRAM a few times and estimates which interactions of "
               "its threads can happen.",
    };
    struct estimate e = {
        .observed = RDL_OBSERVED,
        .seed = 1,
        .metrics.metrics = RDL_ALL_METRICS,
    };
    struct rdl_program program;
    char *runtime;
    FILE *json;
    int code;

    rdl_options_name(argv, "raddle estimate");
    rdl_options_parse(&argp, argc, argv, ARGP_IN_ORDER, &e);
    rdl_session_program(e.command[0], &program);
    runtime = rdl_session_runtime();
    json = rdl_session_json(e.json);
    rdl_show_make(&e.show, json == stdout);
    rdl_session_begin();
    code = estimate_run(&e, &program, runtime, json);
    rdl_show_free(&e.show);
    rdl_program_free(&program);
    free(runtime);
    return code;
}
