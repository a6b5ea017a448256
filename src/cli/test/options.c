/* options.c - see options.h.  One argp table and one parser function; the
 * defaults that depend on other options are set after parsing. */
#include "cli/test/options.h"

#include "cli/test/command.h"

#include "campaign/campaign.h"
#include "exec/shared_map.h"
#include "cli/options.h"
#include "campaign/explore/portfolio.h"
#include "coverage/coverage.h"
#include "detect/detector.h"
#include "report/table/table.h"
#include "util/die.h"
#include "strategy/strategy.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Keys of options without a letter. */
enum {
    OPT_TIMEOUT = 256,
    OPT_DEPTH,
    OPT_SIMILARITY,
    OPT_SIMILARITY_LENGTH,
    OPT_ENGINE,
    OPT_ISOLATION,
    OPT_JSON,
    OPT_NO_SPURIOUS,
    OPT_TIME_PASSES,
    OPT_PATIENT,
    OPT_EXPECT_EXIT,
    OPT_EXPECT_HANDLED,
    OPT_DISABLE,
    OPT_ENABLE,
    OPT_CONTINUE_AFTER,
    OPT_RACES,
    OPT_BLOCKS,
    OPT_ASSOCIATIONS,
    OPT_LEAKS,
    OPT_PEER,
    OPT_END_SIGNAL,
    OPT_SEED,
    OPT_STEPS,
    OPT_DETERMINISM,
    OPT_NO_DISPATCH,
    OPT_NO_AVX2,
    OPT_NO_FSGSBASE,
    OPT_CHECK_REWIND,
    OPT_FAIL_MALLOC,
    OPT_NO_LEARN,
    OPT_TRACK,
    OPT_NOISE,
    OPT_NOISE_LENGTH,
    OPT_METRICS,
    OPT_GUIDE,
    OPT_TARGETS,
    OPT_UNTIL,
    OPT_WINDOW,
    OPT_FRESH,
    OPT_FIRST,
    OPT_CONFIRM,
    OPT_NO_SHRINK,
    OPT_JUNIT,
    OPT_SARIF,
    OPT_ANNOTATIONS,
    OPT_ERROR_EXITCODE,
    OPT_SUPPRESSIONS,
    OPT_REQUIRE_ACCESSES,
    OPT_FULL,
    OPT_WIDTH,
    OPT_OBSERVE,
    OPT_CASES,
    OPT_HELP_ALL,
};

/* Not on the one screen of --help: only in --help-all. */
#define EXPERT OPTION_HIDDEN

static struct argp_option options[] = {
    { "executions", 'n', "N", 0, "end after N executions", 1 },
    { "time", 't', "TIME", 0, "end after TIME (30s, 5m, 1h)", 1 },
    { "steps", OPT_STEPS, "N", EXPERT,
      "cut an execution after N steps (default 1000000)", 1 },
    { "timeout", OPT_TIMEOUT, "TIME", EXPERT,
      "limit of one execution (default 10s)", 1 },
    { "until", OPT_UNTIL, "WHAT", 0,
      "end at: saturation, finding or coverage=95%", 1 },
    { "window", OPT_WINDOW, "N", EXPERT,
      "saturated: nothing new in N executions or TIME", 1 },
    { "keep-going", 'k', NULL, 0,
      "go on after a finding, collect distinct ones", 1 },
    { "strategy", 's', "NAME", 0, "see raddle list strategies (default auto)",
      2 },
    { "metrics", OPT_METRICS, "LIST", EXPERT,
      "coverage to record: see raddle list metrics", 2 },
    { "observe", OPT_OBSERVE, "N", EXPERT,
      "estimate what can be covered from N executions (default 10)", 2 },
    { "guide", OPT_GUIDE, "LIST", EXPERT,
      "tsa, cuve: cover these metrics (also recorded)", 2 },
    { "targets", OPT_TARGETS, "FILE", EXPERT,
      "tsa, cuve: cover these (raddle coverage --json)", 2 },
    { "confirm", OPT_CONFIRM, "DIR", EXPERT,
      "run into what the campaign in DIR predicted", 2 },
    { "depth", OPT_DEPTH, "N", EXPERT,
      "pct: bug depth N, N-1 priority drops (default 3)", 2 },
    { "noise", OPT_NOISE, "PERCENT", EXPERT,
      "noise: disturb PERCENT of steps (default 30)", 2 },
    { "noise-length", OPT_NOISE_LENGTH, "TIME", EXPERT,
      "noise-sleep: longest sleep (default 10ms)", 2 },
    { "similarity", OPT_SIMILARITY, "PERCENT", EXPERT,
      "similarity: skip what is more similar (default 80)", 2 },
    { "similarity-length", OPT_SIMILARITY_LENGTH, "N", EXPERT,
      "similarity: lower PERCENT with more than N probes", 2 },
    { "preemptions", RDL_OPT_PREEMPTIONS, "N", EXPERT,
      "prove: at most N preemptions in a schedule", 2 },
    { "delays", RDL_OPT_DELAYS, "N", EXPERT,
      "prove: at most N delays in a schedule", 2 },
    { "spurious", RDL_OPT_SPURIOUS, "N", EXPERT,
      "prove: spurious wake-ups of each thread (default 0)", 2 },
    { "weak-failures", RDL_OPT_WEAK_FAILURES, "N", EXPERT,
      "prove: weak failures of each thread (default 0)", 2 },
    { "memory", RDL_OPT_MEMORY, "SIZE", EXPERT,
      "prove: memory of the search (default 256M)", 2 },
    { "seed", OPT_SEED, "N", 0, "random seed; with -j1 it repeats (default 1)",
      2 },
    { "no-spurious", OPT_NO_SPURIOUS, NULL, EXPERT,
      "condition waits never wake spuriously", 2 },
    { "time-passes", OPT_TIME_PASSES, "WHEN", EXPERT,
      "let sleeps end: idle or any (default: first idle)", 2 },
    { "patient", OPT_PATIENT, NULL, EXPERT,
      "let sleeps last while a thread can run", 2 },
    { "fail-malloc", OPT_FAIL_MALLOC, NULL, 0,
      "let allocations fail now and then", 2 },
    { "engine", OPT_ENGINE, "NAME", EXPERT,
      "run threads on: fiber (default) or kernel", 3 },
    { "isolation", OPT_ISOLATION, "NAME", EXPERT,
      "fresh state by: rewind (default), fork or exec", 3 },
    { "jobs", 'j', "N", 0, "executions side by side (default: one per CPU)",
      3 },
    { "track", OPT_TRACK, "HOW", EXPERT,
      "find changed pages by: copy, scan, protect", 3 },
    { "no-learn", OPT_NO_LEARN, NULL, EXPERT,
      "make every memory access a scheduling point", 3 },
    { "determinism", OPT_DETERMINISM, "N", EXPERT,
      "repeat sampled executions N times (default 1)", 3 },
    /* For the tests: behaves as on a kernel older than 5.11, on older
     * processors; compares all memory with what it was, after each rewind. */
    { "no-dispatch", OPT_NO_DISPATCH, NULL, OPTION_HIDDEN, NULL, 3 },
    { "no-avx2", OPT_NO_AVX2, NULL, OPTION_HIDDEN, NULL, 3 },
    { "no-fsgsbase", OPT_NO_FSGSBASE, NULL, OPTION_HIDDEN, NULL, 3 },
    { "check-rewind", OPT_CHECK_REWIND, NULL, OPTION_HIDDEN, NULL, 3 },
    { "die-at", RDL_OPT_DIE_AT, "N", OPTION_HIDDEN, NULL, 3 },
    { "cases", OPT_CASES, "PATTERN", OPTION_ARG_OPTIONAL,
      "a campaign for each case of a test suite", 4 },
    { "expect-exit", OPT_EXPECT_EXIT, "N", EXPERT,
      "exit status that means success (default 0)", 4 },
    { "expect-handled", OPT_EXPECT_HANDLED, NULL, EXPERT,
      "failures that the program's handlers end are fine", 4 },
    { "disable", OPT_DISABLE, "LIST", EXPERT,
      "do not report what these detectors find", 4 },
    { "enable", OPT_ENABLE, "LIST", EXPERT,
      "let detectors report that are off by default", 4 },
    { "continue-after", OPT_CONTINUE_AFTER, "LIST", EXPERT,
      "report it once, and let executions go on", 4 },
    { "races", OPT_RACES, "HOW", 0, "data races: report (default), fail or off",
      4 },
    { "blocks", OPT_BLOCKS, "HOW", OPTION_ARG_OPTIONAL | EXPERT,
      "block races: report, fail or off (default)", 4 },
    { "associations", OPT_ASSOCIATIONS, "HOW", OPTION_ARG_OPTIONAL | EXPERT,
      "races on associated variables: the same", 4 },
    { "leaks", OPT_LEAKS, NULL, EXPERT, "report threads that still run at exit",
      4 },
    { "peer", OPT_PEER, "CMD", 0, "run CMD beside each execution", 4 },
    { "end-signal", OPT_END_SIGNAL, "SIG", EXPERT,
      "send SIG to PROGRAM when CMD has ended", 4 },
    { "out", 'o', "DIR", 0, "campaign directory (default raddle-out/NAME)", 5 },
    { "no-shrink", OPT_NO_SHRINK, NULL, EXPERT, "do not minimise schedules",
      5 },
    { "fresh", OPT_FRESH, NULL, 0, "begin anew, ignore earlier sessions in DIR",
      5 },
    { "first", OPT_FIRST, "DIR", EXPERT, "begin with the schedules in DIR", 5 },
    { "json", OPT_JSON, "FILE", 0, "write results as JSON (- for stdout)", 5 },
    { "junit", OPT_JUNIT, "FILE", 0, "write results as JUnit XML", 5 },
    { "sarif", OPT_SARIF, "FILE", 0, "write results as SARIF 2.1.0", 5 },
    { "annotations", OPT_ANNOTATIONS, NULL, EXPERT,
      "print findings for GitHub Actions", 5 },
    { "suppressions", OPT_SUPPRESSIONS, "FILE", EXPERT,
      "leave out the findings that FILE names", 5 },
    { "error-exitcode", OPT_ERROR_EXITCODE, "N", EXPERT,
      "exit status with findings (default 1)", 5 },
    { "require-accesses", OPT_REQUIRE_ACCESSES, NULL, EXPERT,
      "exit with 3 if memory accesses are not seen", 5 },
    { "full", OPT_FULL, NULL, EXPERT, "print every step of a failure", 5 },
    { "width", OPT_WIDTH, "N", EXPERT,
      "columns of tables (default: the terminal's, or 160)", 5 },
    { "quiet", 'q', NULL, 0, "print only findings, errors and caveats", 5 },
    { "help-all", OPT_HELP_ALL, NULL, 0, "list all options", 6 },
    { 0 },
};

static error_t options_parse(int key, char *arg, struct argp_state *state)
{
    struct rdl_test_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        if (o->of_command != NULL)
            state->child_inputs[0] = o->of_command;
        return 0;
    case 'n':
        o->executions =
            rdl_option_count(state, "--executions", arg, 1, INT64_MAX);
        break;
    case 't':
        o->time_ns = rdl_option_time(state, "--time", arg);
        break;
    case OPT_STEPS:
        o->steps = rdl_option_count(state, "--steps", arg, 1, RDL_MOST_STEPS);
        o->steps_given = true;
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
    case OPT_SIMILARITY:
        o->similarity_percent =
            (unsigned)rdl_option_count(state, "--similarity", arg, 1, 100);
        break;
    case OPT_SIMILARITY_LENGTH:
        o->similarity_length = (unsigned)rdl_option_count(
            state, "--similarity-length", arg, 1, 63);
        break;
    case OPT_NOISE:
        o->noise_percent =
            (unsigned)rdl_option_count(state, "--noise", arg, 0, 100);
        break;
    case OPT_NOISE_LENGTH:
        o->noise_ns = rdl_option_time(state, "--noise-length", arg);
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
    case OPT_METRICS:
        o->metrics = rdl_option_metrics(state, arg);
        o->metrics_given = true;
        break;
    case OPT_OBSERVE:
        o->observed =
            rdl_option_count(state, "--observe", arg, 1, RDL_MOST_OBSERVED);
        break;
    case OPT_GUIDE:
        o->guide = rdl_option_guide(state, arg);
        break;
    case OPT_TARGETS:
        rdl_targets_read(&o->targets, arg);
        break;
    case OPT_UNTIL:
        rdl_option_until(state, arg, &o->goal);
        o->until_given = true;
        break;
    case OPT_FULL:
        o->full = true;
        break;
    case OPT_WIDTH:
        o->width = rdl_option_count(state, "--width", arg, RDL_TABLE_NARROWEST,
                                    RDL_TABLE_WIDEST);
        break;
    case OPT_HELP_ALL:
        rdl_options_help_all(state);
        break;
    case OPT_CASES:
        o->cases = true;
        o->pattern = arg;
        break;
    case OPT_FRESH:
        o->fresh = true;
        break;
    case OPT_CONFIRM:
        o->confirm = arg;
        break;
    case OPT_FIRST:
        o->first = arg;
        break;
    case OPT_WINDOW:
        rdl_option_window(state, arg, &o->goal);
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
    case OPT_JUNIT:
        o->junit = arg;
        break;
    case OPT_SARIF:
        o->sarif = arg;
        break;
    case OPT_ANNOTATIONS:
        o->annotations = true;
        break;
    case OPT_SUPPRESSIONS:
        o->suppressions = arg;
        break;
    case OPT_ERROR_EXITCODE:
        o->error_exitcode =
            (int)rdl_option_count(state, "--error-exitcode", arg, 0, 255);
        break;
    case OPT_REQUIRE_ACCESSES:
        o->require_accesses = true;
        break;
    case 'q':
        o->quiet = true;
        break;
    case OPT_NO_SHRINK:
        o->no_shrink = true;
        break;
    case 'k':
        o->keep_going = true;
        break;
    case OPT_NO_SPURIOUS:
        o->no_spurious = true;
        break;
    case OPT_TIME_PASSES:
        o->time_passes = rdl_option_time_passes(state, arg);
        break;
    case OPT_PATIENT:
        o->patient = true;
        break;
    case OPT_EXPECT_EXIT:
        o->expect_exit =
            (int)rdl_option_count(state, "--expect-exit", arg, 0, 255);
        break;
    case OPT_NO_AVX2:
        o->no_avx2 = true;
        break;
    case OPT_NO_FSGSBASE:
        o->no_fsgsbase = true;
        break;
    case OPT_CHECK_REWIND:
        o->check_rewind = true;
        break;
    case OPT_NO_DISPATCH:
        o->no_dispatch = true;
        break;
    case OPT_EXPECT_HANDLED:
        o->expect_handled = true;
        break;
    case OPT_DISABLE:
        o->disabled |=
            rdl_option_detectors(state, "--disable", arg, RDL_DETECTORS_ALL);
        break;
    case OPT_ENABLE:
        o->disabled &=
            ~rdl_option_detectors(state, "--enable", arg, RDL_DETECTORS_ASKED);
        break;
    case OPT_CONTINUE_AFTER:
        o->continued |= rdl_option_detectors(state, "--continue-after", arg,
                                             RDL_DETECTORS_CONTINUE);
        break;
    case OPT_RACES:
        rdl_test_options_how(state, o, "--races", arg);
        break;
    case OPT_BLOCKS:
        rdl_test_options_how(state, o, "--blocks", arg);
        break;
    case OPT_ASSOCIATIONS:
        rdl_test_options_how(state, o, "--associations", arg);
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
        argp_error(state, "which program? (%s ./a.out)", state->name);
        break;
    default:
        return rdl_test_options_prove_parse(key, arg, state, o);
    }
    return 0;
}

void rdl_test_options_parse(struct rdl_test_options *o, int argc, char **argv,
                            const struct rdl_test_command *command)
{
    const struct argp argp = {
        .options = options,
        .parser = options_parse,
        .args_doc = "PROGRAM [ARGUMENTS...]",
        .doc = command->doc,
        .children = command->children,
    };

    *o = (struct rdl_test_options){
        .steps = 1000000,
        .timeout_ns = UINT64_C(10000000000),
        .strategy = RDL_AUTO,
        .metrics.metrics = rdl_metrics_named(RDL_METRICS_DEFAULT),
        .observed = RDL_OBSERVED,
        .goal = { .window = RDL_WINDOW },
        .depth = 3,
        .noise_percent = 30,
        .noise_ns = 10000000,
        .similarity_percent = 80,
        .similarity_length = 63,
        .repeats = 1,
        .seed = 1,
        .engine = "fiber",
        .isolation = rdl_isolation_at(RDL_ISOLATION_REWIND),
        .tracker = "auto",
        .error_exitcode = RDL_EXIT_FINDINGS,
        .of_command = command->data,
        .changed = command->aim != NULL,
    };
    for (size_t i = 0; rdl_detector_at(i) != NULL; i++)
        o->disabled |= (uint64_t)rdl_detector_at(i)->on_request << i;
    rdl_options_name(argv, command->name);
    if (command->prove)
        rdl_test_options_prove_table(options);
    rdl_test_options_table(options, command);
    rdl_options_parse(&argp, argc, argv, ARGP_IN_ORDER, o);
    if (command->prove || rdl_test_options_explore(o))
        rdl_test_options_prove(o);
    else
        rdl_test_options_no_prove(o);
    rdl_test_options_settle(o);
}
