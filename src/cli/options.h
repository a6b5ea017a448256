/* options.h - values of options that several commands take.  A value that
 * cannot be understood ends the program with a usage error. */
#ifndef RDL_CLI_OPTIONS_H
#define RDL_CLI_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

struct rdl_stop_condition_options;
struct rdl_isolation;

/* What argp prints as the command's name, in usage and errors. */
void rdl_options_name(char **argv, const char *name);
/* argp_parse; all commands go through here (dump_options.h). */
void rdl_options_parse(const struct argp *argp, int argc, char **argv,
                       unsigned flags, void *input);

/* --json and the only argument, which several commands take. */
struct rdl_option_common {
    const char *what; /* the argument is: "directory" */
    const char *none; /* what to say if there is none; NULL: it may be so */
    const char **argument, **json; /* where they go */
};
#define RDL_OPTION_JSON 1000
#define RDL_OPTION_JSON_ROW(group)                                             \
    {                                                                          \
        "json", RDL_OPTION_JSON, "FILE", 0, "results as JSON (- for stdout)",  \
            group                                                              \
    }
/* Nothing is left to be the argument: says `none`, and if --json took the last
 * word as its FILE, that it did. */
void rdl_option_missing(struct argp_state *state, const char *none,
                        const char *json);
/* What an argp parser returns for those, and for keys that nobody knows. */
error_t rdl_option_common(int key, char *arg, struct argp_state *state,
                          const struct rdl_option_common *c);
uint64_t rdl_option_count(struct argp_state *state, const char *option,
                          const char *text, uint64_t least, uint64_t most);
/* 500ms, 30s (or 30), 5m, 2h; fractions are allowed.  In nanoseconds. */
uint64_t rdl_option_time(struct argp_state *state, const char *option,
                         const char *text);
/* TERM, SIGTERM or 15. */
int rdl_option_signal(struct argp_state *state, const char *option,
                      const char *text);
const struct rdl_isolation *rdl_option_isolation(struct argp_state *state,
                                                 const char *text);
/* The trackers are the runtime's (runtime/rewind/image/image.h). */
const char *rdl_option_tracker(struct argp_state *state, const char *text);
const char *rdl_option_engine(struct argp_state *state, const char *text);
/* Metrics named in a list with commas; *pairs has a bit for each
 * combinatorial one, by rdl_combinatorial_at.  "none": 0. */
uint32_t rdl_option_metrics(struct argp_state *state, const char *text,
                            uint32_t *pairs);
/* saturation, finding, coverage=95% */
void rdl_option_until(struct argp_state *state, const char *text,
                      struct rdl_stop_condition_options *out);
/* Executions, or a time. */
void rdl_option_window(struct argp_state *state, const char *text,
                       struct rdl_stop_condition_options *out);
const char *rdl_option_strategy(struct argp_state *state, const char *text);

#endif
