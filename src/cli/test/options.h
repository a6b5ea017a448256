/* options.h - the command line of raddle test. */
#ifndef RDL_CLI_TEST_OPTIONS_H
#define RDL_CLI_TEST_OPTIONS_H

#include "campaign/stop_condition.h"
#include "exec/isolation.h"

#include <stdbool.h>
#include <stdint.h>

struct rdl_test_options {
    uint64_t executions; /* 0: not given */
    uint64_t time_ns;    /* 0: not given */
    uint64_t steps;
    uint64_t timeout_ns;
    uint32_t metrics, pairs; /* as in struct rdl_config */
    struct rdl_stop_condition_options goal;
    const char *strategy;
    unsigned depth;
    unsigned noise_percent;
    uint64_t noise_ns;
    uint64_t seed;
    const char *engine;
    const struct rdl_isolation *isolation;
    bool isolation_given;
    bool until_given;
    bool fresh;        /* ignore earlier sessions in the directory */
    const char *first; /* directory of schedules to run first, or NULL */
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
    bool quiet, keep_going, no_spurious, no_dispatch, no_learn;
    bool leaks, fail_malloc, no_shrink;
    uint64_t repeats; /* of executions compared for determinism */
    int expect_exit;
    const char *peer;
    int end_signal;
    char **command; /* program and arguments, ended by NULL */
};

/* Ends the program on --help and on invalid usage. */
void rdl_test_options_parse(struct rdl_test_options *o, int argc, char **argv);

#endif
