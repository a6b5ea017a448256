/* test_options.c - see test_options.h. */
#include "cli/test_options.h"

#include "campaign/campaign.h"
#include "campaign/die.h"
#include "campaign/memory.h"
#include "cli/options.h"
#include "strategy/strategy.h"

#include <limits.h>
#include <sched.h>
#include <string.h>

/* Keys of options without a letter. */
enum {
    OPT_TIMEOUT = 256,
    OPT_DEPTH,
    OPT_ENGINE,
    OPT_ISOLATION,
    OPT_JSON,
    OPT_NO_SPURIOUS,
    OPT_EXPECT_EXIT,
    OPT_LEAKS,
    OPT_PEER,
    OPT_END_SIGNAL,
    OPT_SEED,
    OPT_STEPS,
    OPT_DETERMINISM,
    OPT_NO_DISPATCH,
    OPT_FAIL_MALLOC,
    OPT_NO_LEARN,
    OPT_TRACK,
};

static const struct argp_option options[] = {
    { "executions", 'n', "N", 0, "stop after N (default 10000 or 60s)", 1 },
    { "time", 't', "TIME", 0, "stop after TIME (30s, 5m, 1h)", 1 },
    { "steps", OPT_STEPS, "N", 0, "per execution (default 1000000)", 1 },
    { "timeout", OPT_TIMEOUT, "TIME", 0, "per execution (default 10s)", 1 },
    { "keep-going", 'k', NULL, 0, "collect distinct findings", 1 },
    { "strategy", 's', "NAME", 0, "raddle list strategies (default random)",
      2 },
    { "depth", OPT_DEPTH, "N", 0, "of the bug, for pct (default 3)", 2 },
    { "seed", OPT_SEED, "N", 0, "same with -j1: same campaign (default 1)", 2 },
    { "no-spurious", OPT_NO_SPURIOUS, NULL, 0, "no spurious wake-ups", 2 },
    { "fail-malloc", OPT_FAIL_MALLOC, NULL, 0, "allocations may fail", 2 },
    { "engine", OPT_ENGINE, "NAME", 0, "fiber (default) or kernel", 3 },
    { "isolation", OPT_ISOLATION, "NAME", 0, "rewind (default), fork or exec",
      3 },
    { "jobs", 'j', "N", 0, "workers (default: one for each CPU)", 3 },
    { "track", OPT_TRACK, "HOW", 0,
      "copy, scan or protect pages (default auto)", 3 },
    { "no-learn", OPT_NO_LEARN, NULL, 0, "private memory is scheduled too", 3 },
    { "determinism", OPT_DETERMINISM, "N", 0,
      "repeat samples N times (default 1)", 3 },
    /* As on a kernel older than 5.11; the tests use it. */
    { "no-dispatch", OPT_NO_DISPATCH, NULL, OPTION_HIDDEN, NULL, 3 },
    { "expect-exit", OPT_EXPECT_EXIT, "N", 0, "usual status (default 0)", 4 },
    { "leaks", OPT_LEAKS, NULL, 0, "threads running at exit are a bug", 4 },
    { "peer", OPT_PEER, "CMD", 0, "run CMD beside each execution", 4 },
    { "end-signal", OPT_END_SIGNAL, "SIG", 0, "sent when the peer ends", 4 },
    { "out", 'o', "DIR", 0, "schedules go there (default raddle-out)", 5 },
    { "json", OPT_JSON, "FILE", 0, "results as JSON (- for stdout)", 5 },
    { "quiet", 'q', NULL, 0, "only findings and errors", 5 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct rdl_test_options *o = state->input;

    switch (key) {
    case 'n':
        o->executions =
            rdl_option_count(state, "--executions", arg, 1, INT64_MAX);
        break;
    case 't':
        o->time_ns = rdl_option_time(state, "--time", arg);
        break;
    case OPT_STEPS:
        o->steps = rdl_option_count(state, "--steps", arg, 1, RDL_MOST_STEPS);
        break;
    case OPT_TIMEOUT:
        o->timeout_ns = rdl_option_time(state, "--timeout", arg);
        break;
    case 's':
        o->strategy = rdl_option_strategy(state, arg);
        break;
    case OPT_DEPTH:
        o->depth =
            (unsigned)rdl_option_count(state, "--depth", arg, 1, RDL_MAX_DEPTH);
        break;
    case OPT_SEED:
        o->seed = rdl_option_count(state, "--seed", arg, 0, INT64_MAX);
        break;
    case OPT_ENGINE:
        o->engine = rdl_option_engine(state, arg);
        break;
    case OPT_ISOLATION:
        o->isolation = rdl_option_isolation(state, arg);
        o->isolation_given = true;
        break;
    case 'j':
        o->jobs =
            (unsigned)rdl_option_count(state, "--jobs", arg, 1, RDL_MOST_JOBS);
        break;
    case OPT_TRACK:
        o->tracker = rdl_option_tracker(state, arg);
        break;
    case OPT_NO_LEARN:
        o->no_learn = true;
        break;
    case OPT_FAIL_MALLOC:
        o->fail_malloc = true;
        break;
    case 'o':
        o->out = arg;
        break;
    case OPT_JSON:
        o->json = arg;
        break;
    case 'q':
        o->quiet = true;
        break;
    case 'k':
        o->keep_going = true;
        break;
    case OPT_NO_SPURIOUS:
        o->no_spurious = true;
        break;
    case OPT_EXPECT_EXIT:
        o->expect_exit =
            (int)rdl_option_count(state, "--expect-exit", arg, 0, 255);
        break;
    case OPT_NO_DISPATCH:
        o->no_dispatch = true;
        break;
    case OPT_LEAKS:
        o->leaks = true;
        break;
    case OPT_DETERMINISM:
        o->repeats =
            rdl_option_count(state, "--determinism", arg, 0, INT64_MAX);
        break;
    case OPT_PEER:
        o->peer = arg;
        break;
    case OPT_END_SIGNAL:
        o->end_signal = rdl_option_signal(state, "--end-signal", arg);
        break;
    case ARGP_KEY_ARGS:
        o->command = state->argv + state->next;
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which program? (raddle test ./a.out)");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* As many as can run at the same time. */
static unsigned default_jobs(void)
{
    cpu_set_t cpus;
    int n =
        sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? CPU_COUNT(&cpus) : 1;

    return n > RDL_MOST_JOBS ? RDL_MOST_JOBS : (unsigned)n;
}

void rdl_test_options_parse(struct rdl_test_options *o, int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "PROGRAM [ARGUMENTS...]",
        .doc = "Runs PROGRAM under many schedules; stops at the first failure, "
               "or when the budget is spent.",
    };

    *o = (struct rdl_test_options){
        .steps = 1000000,
        .timeout_ns = UINT64_C(10000000000),
        .strategy = "random",
        .depth = 3,
        .repeats = 1,
        .seed = 1,
        .engine = "fiber",
        .isolation = rdl_isolation_at(RDL_RUNG_REWIND),
        .tracker = "auto",
        .out = "raddle-out",
    };
    rdl_options_name(argv, "raddle test");
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, o);
    /* A peer talks to one execution at a time. */
    if (o->peer != NULL && o->jobs > 1)
        rdl_die(RDL_EXIT_USAGE, "--peer goes with --jobs 1 only");
    if (o->jobs == 0)
        o->jobs = o->peer != NULL ? 1 : default_jobs();
    if (o->executions == 0 && o->time_ns == 0) {
        o->executions = 10000;
        o->time_ns = UINT64_C(60000000000);
    }
}
