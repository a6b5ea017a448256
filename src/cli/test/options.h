/* options.h - the command line of raddle test. */
#ifndef RDL_CLI_TEST_OPTIONS_H
#define RDL_CLI_TEST_OPTIONS_H

#include "campaign/coverage/stop_condition.h"
#include "campaign/time_mode.h"
#include "cli/options.h"
#include "cli/test/targets.h"
#include "exec/isolation/isolation.h"

#include <stdbool.h>
#include <stdint.h>

struct rdl_test_command;

struct rdl_test_options {
    uint64_t executions; /* 0: not given */
    uint64_t time_ns;    /* 0: not given */
    uint64_t steps;
    bool steps_given;
    bool budget_default; /* the user gave none */
    uint64_t timeout_ns;
    struct rdl_option_metrics metrics;
    bool metrics_given;
    uint64_t observed; /* executions to estimate from */
    uint32_t guide;    /* metrics to aim at; 0: those of the strategy */
    struct rdl_targets targets;
    struct rdl_stop_condition_options goal;
    enum rdl_time_passes time_passes;
    bool patient;
    const char *strategy;
    unsigned depth;
    /* Of an exploration: enum rdl_explore_bound, the most of what it counts,
     * bytes in all. */
    unsigned bound, most;
    unsigned spurious; /* wake-ups of each thread */
    unsigned weak;     /* failures without reason of each thread */
    uint64_t memory;
    uint64_t die_at; /* for tests: see rdl_campaign_options */
    unsigned noise_percent;
    uint64_t noise_ns;
    unsigned similarity_percent, similarity_length;
    enum rdl_capp_order capp_order; /* raddle regress --capp */
    uint64_t seed;
    const char *engine;
    const struct rdl_isolation *isolation;
    bool isolation_given;
    bool until_given;
    bool fresh;          /* ignore earlier sessions in the directory */
    const char *first;   /* directory of schedules to run first, or NULL */
    const char *confirm; /* directory of a campaign to confirm, or NULL */
    unsigned jobs;
    bool jobs_given;
    const char *tracker; /* see runtime/rewind/image/image.h */
    const char *out;
    char own_out[256]; /* buffer for `out` if it was not given */
    const char *json;  /* NULL: not given; "-": standard output */
    const char *junit, *sarif, *suppressions; /* NULL: not given */
    bool annotations;
    int error_exitcode; /* exit status instead of 1 */
    bool require_accesses;
    bool full;    /* tables have every step */
    size_t width; /* of tables; 0: as wide as the output */
    bool quiet, keep_going, no_spurious, no_dispatch, no_avx2, no_fsgsbase;
    bool check_rewind, no_learn;
    uint64_t disabled, continued, failing; /* sets of detectors */
    bool leaks, expect_handled, fail_malloc, no_shrink;
    uint64_t repeats; /* of executions compared for determinism */
    int expect_exit;
    bool cases;          /* a campaign for each case of a suite */
    const char *pattern; /* that their names match; NULL: all */
    const char *peer;
    int end_signal;
    /* raddle regress: it compares with another build. */
    bool changed;
    void *of_command; /* input of the command's own options */
    char **command;   /* program and arguments, ended by NULL */
};

/* Ends the program on --help and on invalid usage. */
void rdl_test_options_parse(struct rdl_test_options *o, int argc, char **argv,
                            const struct rdl_test_command *command);

/* Keys of the options of an exploration. */
enum {
    RDL_OPT_PREEMPTIONS = 512,
    RDL_OPT_DELAYS,
    RDL_OPT_MEMORY,
    RDL_OPT_SPURIOUS,
    RDL_OPT_WEAK_FAILURES,
    RDL_OPT_DIE_AT
};
/* Parses one of them. */
error_t rdl_test_options_prove_parse(int key, char *arg,
                                     struct argp_state *state,
                                     struct rdl_test_options *o);

/* What becomes of findings of the kinds of this option: `arg` is report, fail
 * or off; NULL is report.  The last option counts. */
void rdl_test_options_how(const struct argp_state *state,
                          struct rdl_test_options *o, const char *option,
                          const char *arg);

/* Takes what raddle prove decides itself out of --help. */
void rdl_test_options_prove_table(struct argp_option *options);

/* The same for what another command names. */
void rdl_test_options_table(struct argp_option *options,
                            const struct rdl_test_command *command);

/* Does the chosen strategy explore, as that of raddle prove? */
bool rdl_test_options_explore(const struct rdl_test_options *o);

/* Refuses options of an exploration where nothing is explored. */
void rdl_test_options_no_prove(const struct rdl_test_options *o);

/* Refuses such options, and decides. */
void rdl_test_options_prove(struct rdl_test_options *o);

/* Checks and decides what goes with --confirm. */
void rdl_test_options_confirm(struct rdl_test_options *o);

/* Checks --guide and --targets, and records what they aim at. */
void rdl_test_options_guide(struct rdl_test_options *o);
/* All options are read: sets defaults that depend on others, ends raddle if two
 * do not go together. */
void rdl_test_options_settle(struct rdl_test_options *o);

#endif
