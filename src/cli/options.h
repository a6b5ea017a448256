/* options.h - values of options that several commands take.  An invalid value
 * ends the program with a usage error. */
#ifndef RDL_CLI_OPTIONS_H
#define RDL_CLI_OPTIONS_H

#include "campaign/time_mode.h"

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

struct rdl_stop_condition_options;
struct rdl_isolation;

/* Sets what argp prints as the command's name in usage and errors. */
void rdl_options_name(char **argv, const char *name);
/* Calls argp_parse; all commands use it (dump_options.h).  It adds --help,
 * which fits on a screen: options that few need are OPTION_HIDDEN, and
 * --help-all lists them. */
void rdl_options_parse(const struct argp *argp, int argc, char **argv,
                       unsigned flags, void *input);

/* --help-all: prints the help with all options that have a text, and ends.  The
 * others are for the tests.  Tables with OPTION_HIDDEN must not be const. */
void rdl_options_help_all(const struct argp_state *state);

/* --json and the only argument, for several commands. */
struct rdl_option_common {
    const char *what; /* name of the argument: "directory" */
    const char *none; /* the message if it is missing; NULL: it is optional */
    const char **argument, **json; /* where to store them */
};
#define RDL_OPTION_JSON 1000
#define RDL_OPTION_JSON_ROW(group)                                             \
    {                                                                          \
        "json", RDL_OPTION_JSON, "FILE", 0, "results as JSON (- for stdout)",  \
            group                                                              \
    }
/* The argument is missing: prints `none`, and a hint if --json took the last
 * word as its FILE. */
void rdl_option_missing(struct argp_state *state, const char *none,
                        const char *json);
/* What an argp parser returns for those, and for unknown keys. */
error_t rdl_option_common(int key, char *arg, struct argp_state *state,
                          const struct rdl_option_common *c);
uint64_t rdl_option_count(struct argp_state *state, const char *option,
                          const char *text, uint64_t least, uint64_t most);
/* 500ms, 30s (or 30), 5m, 2h; fractions are allowed.  In nanoseconds. */
uint64_t rdl_option_time(struct argp_state *state, const char *option,
                         const char *text);
/* TERM, SIGTERM or 15. */
/* Bytes: a number with K, M, G or none. */
uint64_t rdl_option_size(struct argp_state *state, const char *option,
                         const char *text, uint64_t least, uint64_t most);
int rdl_option_signal(struct argp_state *state, const char *option,
                      const char *text);
const struct rdl_isolation *rdl_option_isolation(struct argp_state *state,
                                                 const char *text);
/* The trackers are those of runtime/rewind/image/image.h. */
const char *rdl_option_tracker(struct argp_state *state, const char *text);
const char *rdl_option_engine(struct argp_state *state, const char *text);
enum rdl_time_passes rdl_option_time_passes(struct argp_state *state,
                                            const char *text);
/* A list of detectors as a set; `which` of them the option takes. */
enum rdl_option_which {
    RDL_DETECTORS_ALL,
    RDL_DETECTORS_CONTINUE, /* an execution can go on after what they find */
    RDL_DETECTORS_ASKED,    /* they report on request */
};
uint64_t rdl_option_detectors(struct argp_state *state, const char *option,
                              const char *text, enum rdl_option_which which);
/* What a list of metrics names: the metrics themselves, and which names of
 * combinatorial and combined ones are in it. */
struct rdl_option_metrics {
    uint32_t metrics;  /* set of enum rdl_metric_id */
    uint32_t pairs;    /* of rdl_combinatorial_at */
    uint32_t combined; /* of rdl_combined_at */
};
struct rdl_option_metrics rdl_option_metrics(struct argp_state *state,
                                             const char *text);
/* The same for --guide: neither "none" nor pairs.  Names may also be joined by
 * '+', as those of combined metrics are. */
uint32_t rdl_option_guide(struct argp_state *state, const char *text);
/* saturation, finding, coverage=95% */
void rdl_option_until(struct argp_state *state, const char *text,
                      struct rdl_stop_condition_options *out);
/* A number of executions, or a time. */
void rdl_option_window(struct argp_state *state, const char *text,
                       struct rdl_stop_condition_options *out);
const char *rdl_option_strategy(struct argp_state *state, const char *text);

#endif
