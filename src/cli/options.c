/* options.c - see options.h.  Each rdl_option_* function parses one kind of
 * value and calls argp_error(), which ends the program, if it is invalid. */
#include "cli/options.h"

#include "exec/engine.h"
#include "exec/isolation/isolation.h"
#include "campaign/coverage/stop_condition.h"
#include "campaign/explore/portfolio.h"
#include "cli/dump_options.h"
#include "cli/number.h"
#include "coverage/coverage.h"
#include "detect/detector.h"
#include "util/die.h"
#include "strategy/strategy.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

void rdl_options_name(char **argv, const char *name)
{
    argv[0] = (char *)name;
}

static void options_unhide(const struct argp *argp)
{
    for (const struct argp_option *o = argp->options;
         o != NULL && (o->name != NULL || o->doc != NULL || o->key != 0); o++) {
        if (o->doc != NULL && (o->flags & OPTION_HIDDEN) != 0)
            ((struct argp_option *)o)->flags &= ~OPTION_HIDDEN;
    }
    for (const struct argp_child *c = argp->children;
         c != NULL && c->argp != NULL; c++)
        options_unhide(c->argp);
}

void rdl_options_help_all(const struct argp_state *state)
{
    options_unhide(state->root_argp);
    argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
}

#define OPT_USAGE 1001

/* argp's own have two lines in each help text, and a hidden --program-name,
 * for which it takes every abbreviation. */
static const struct argp_option options_of_all[] = {
    { "help", '?', NULL, 0, "print this help", -1 },
    { NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 }, /* people type it */
    { "usage", OPT_USAGE, NULL, OPTION_HIDDEN, NULL, -1 },
    { 0 },
};

static error_t options_of_all_parse(int key, char *arg,
                                    struct argp_state *state)
{
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = state->input;
        return 0;
    case '?':
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case OPT_USAGE:
        argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Leaves out argp's sentence about arguments of short options: everybody knows
 * that. */
static char *options_help_filter(int key, const char *text, void *input)
{
    (void)input;
    return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : (char *)text;
}

void rdl_options_parse(const struct argp *argp, int argc, char **argv,
                       unsigned flags, void *input)
{
    const struct argp_child children[] = {
        { argp, 0, NULL, 0 },
        { NULL, 0, NULL, 0 },
    };
    const struct argp all = {
        .options = options_of_all,
        .parser = options_of_all_parse,
        .children = children,
        .help_filter = options_help_filter,
    };

    if (argc == 2 && strcmp(argv[1], RDL_DUMP_OPTIONS) == 0) {
        rdl_dump_options(argp);
        exit(RDL_EXIT_CLEAN);
    }
    argp_parse(&all, argc, argv, flags | ARGP_NO_HELP, NULL, input);
}

void rdl_option_missing(struct argp_state *state, const char *none,
                        const char *json)
{
    if (json == NULL || strcmp(json, "-") == 0)
        argp_error(state, "%s", none);
    else
        argp_error(state,
                   "%s; --json took '%s' as the file to write (- for stdout)",
                   none, json);
}

error_t rdl_option_common(int key, char *arg, struct argp_state *state,
                          const struct rdl_option_common *c)
{
    switch (key) {
    case RDL_OPTION_JSON:
        *c->json = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (*c->argument != NULL)
            argp_error(state, "one %s at a time ('%s' is the second)", c->what,
                       arg);
        *c->argument = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (c->none != NULL)
            rdl_option_missing(state, c->none, *c->json);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

uint64_t rdl_option_count(struct argp_state *state, const char *option,
                          const char *text, uint64_t least, uint64_t most)
{
    uint64_t n;

    if (!rdl_number_whole(text, &n) || n < least || n > most)
        argp_error(state, "%s takes a number from %llu to %llu, not '%s'",
                   option, (unsigned long long)least, (unsigned long long)most,
                   text);
    return n;
}

/* In nanoseconds; 0 if it is not a time. */
static uint64_t options_time_of(const char *text)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = { { "", 1e9 },   { "us", 1e3 },   { "ms", 1e6 },  { "s", 1e9 },
                  { "m", 60e9 }, { "min", 60e9 }, { "h", 3600e9 } };
    const char *unit;
    double value;

    if (!rdl_number_begin(text, &value, &unit))
        return 0;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        double ns = value * units[i].ns;

        if (strcmp(unit, units[i].name) == 0 && ns >= 1 && ns < 1e18)
            return (uint64_t)ns;
    }
    return 0;
}

uint64_t rdl_option_time(struct argp_state *state, const char *option,
                         const char *text)
{
    const uint64_t ns = options_time_of(text);

    if (ns == 0)
        argp_error(state,
                   "%s takes a time such as 500ms, 30s, 5m or 2h, not '%s'",
                   option, text);
    return ns;
}

uint64_t rdl_option_size(struct argp_state *state, const char *option,
                         const char *text, uint64_t least, uint64_t most)
{
    static const char units[] = "KMG";
    const char *unit, *known;
    double value;

    if (rdl_number_begin(text, &value, &unit)) {
        known =
            *unit != '\0' ? strchr(units, toupper((unsigned char)*unit)) : NULL;
        for (; known != NULL && known >= units; known--)
            value *= 1024;
        if ((unit[0] == '\0' ||
             (strchr(units, toupper((unsigned char)*unit)) != NULL &&
              (unit[1] == '\0' || strcasecmp(unit + 1, "iB") == 0 ||
               strcasecmp(unit + 1, "B") == 0))) &&
            value >= (double)least && value <= (double)most)
            return (uint64_t)value;
    }
    argp_error(state,
               "%s takes a size such as 64M or 2G, from %lluM to %lluG, not "
               "'%s'",
               option, (unsigned long long)least >> 20,
               (unsigned long long)most >> 30, text);
    return 0;
}

int rdl_option_signal(struct argp_state *state, const char *option,
                      const char *text)
{
    const char *name = strncasecmp(text, "SIG", 3) == 0 ? text + 3 : text;
    uint64_t number;

    if (rdl_number_whole(text, &number) && number > 0 && number < NSIG)
        return (int)number;
    for (int i = 1; i < NSIG; i++) {
        const char *known = sigabbrev_np(i);

        if (known != NULL && strcasecmp(known, name) == 0)
            return i;
    }
    argp_error(state, "%s takes a signal such as TERM, not '%s'", option, text);
    return 0;
}

const struct rdl_isolation *rdl_option_isolation(struct argp_state *state,
                                                 const char *text)
{
    const struct rdl_isolation *found = rdl_isolation_find(text);
    const struct rdl_isolation *each;
    char names[256] = "";

    if (found != NULL)
        return found;
    for (size_t i = 0; (each = rdl_isolation_at(i)) != NULL; i++) {
        strcat(names, i > 0 ? ", " : "");
        strcat(names, each->name);
    }
    argp_error(state, "unknown isolation '%s' (there are: %s)", text, names);
    return NULL;
}

const char *rdl_option_tracker(struct argp_state *state, const char *text)
{
    static const char *const names[] = { "auto", "copy", "scan", "protect" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(names[i], text) == 0)
            return text;
    }
    argp_error(state, "--track takes auto, copy, scan or protect, not '%s'",
               text);
    return NULL;
}

enum rdl_time_passes rdl_option_time_passes(struct argp_state *state,
                                            const char *text)
{
    static const enum rdl_time_passes each[] = { RDL_TIME_IDLE, RDL_TIME_ANY };

    for (size_t i = 0; i < sizeof(each) / sizeof(each[0]); i++) {
        if (strcmp(rdl_time_passes_name(each[i]), text) == 0)
            return each[i];
    }
    argp_error(state, "--time-passes takes idle or any, not '%s'", text);
    return RDL_TIME_BOTH;
}

const char *rdl_option_engine(struct argp_state *state, const char *text)
{
    if (!rdl_engine_known(text))
        argp_error(state, "unknown engine '%s' (there are: fiber, kernel)",
                   text);
    return text;
}

const char *rdl_option_strategy(struct argp_state *state, const char *text)
{
    const struct rdl_strategy *each = rdl_strategy_find(text);
    char names[1024] = "";
    size_t used = 0;

    if (each != NULL)
        return each->name;
    if (strcmp(text, RDL_AUTO) == 0)
        return text;
    used = (size_t)snprintf(names, sizeof(names), "%s", RDL_AUTO);
    for (size_t i = 0; (each = rdl_strategy_at(i)) != NULL; i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, ", %s",
                                 each->name);
    argp_error(state, "unknown strategy '%s' (there are: %s)", text, names);
    return NULL;
}

/* Adds one name, NULL-terminated; false: there is no such metric. */
static bool options_metric_named(const char *name,
                                 struct rdl_option_metrics *out)
{
    const uint32_t metrics = rdl_metrics_named(name);
    const struct rdl_combinatorial *pairs;
    const struct rdl_combined *combined;

    for (size_t i = 0; (pairs = rdl_combinatorial_at(i)) != NULL; i++) {
        if (strcmp(pairs->name, name) == 0)
            out->pairs |= UINT32_C(1) << i;
    }
    for (size_t i = 0; (combined = rdl_combined_at(i)) != NULL; i++) {
        if (strcmp(combined->name, name) == 0)
            out->combined |= UINT32_C(1) << i;
    }
    out->metrics |= metrics;
    return metrics != 0;
}

struct rdl_option_metrics rdl_option_metrics(struct argp_state *state,
                                             const char *text)
{
    struct rdl_option_metrics all = { .metrics = 0 };

    if (strcmp(text, "none") == 0)
        return all;
    for (;;) {
        size_t length = strcspn(text, ",");
        char name[64];

        snprintf(name, sizeof(name), "%.*s", (int)length, text);
        if (!options_metric_named(name, &all))
            argp_error(state, "unknown metric '%s': see raddle list metrics",
                       name);
        if (text[length] == '\0')
            return all;
        text += length + 1;
    }
}

uint32_t rdl_option_guide(struct argp_state *state, const char *text)
{
    struct rdl_option_metrics named;
    char list[256];

    snprintf(list, sizeof(list), "%s", text);
    for (char *at = list; (at = strchr(at, '+')) != NULL;)
        *at = ',';
    named = rdl_option_metrics(state, list);
    if (named.metrics == 0 || named.pairs != 0)
        argp_error(state,
                   "--guide %s: a strategy aims at metrics whose requirements "
                   "have one or two places (raddle list metrics)",
                   text);
    return named.metrics;
}

void rdl_option_until(struct argp_state *state, const char *text,
                      struct rdl_stop_condition_options *out)
{
    static const char coverage[] = "coverage=", changed[] = "changed=";
    const bool by_change = strncmp(text, changed, sizeof(changed) - 1) == 0;
    const char *rest;

    if (strcmp(text, "saturation") == 0) {
        out->until = RDL_UNTIL_SATURATION;
        return;
    }
    if (strcmp(text, "finding") == 0) {
        out->until = RDL_UNTIL_FINDING;
        return;
    }
    if (by_change || strncmp(text, coverage, sizeof(coverage) - 1) == 0) {
        out->until = by_change ? RDL_UNTIL_CHANGED : RDL_UNTIL_COVERAGE;
        if (rdl_number_begin(strchr(text, '=') + 1, &out->share, &rest) &&
            strcmp(rest, "%") == 0 && out->share > 0 && out->share <= 100) {
            out->share /= 100;
            return;
        }
    }
    argp_error(
        state,
        "--until takes saturation, finding, coverage=95%% or, for raddle "
        "regress, changed=100%%, not '%s'",
        text);
}

void rdl_option_window(struct argp_state *state, const char *text,
                       struct rdl_stop_condition_options *out)
{
    if (!rdl_number_whole(text, &out->window)) {
        out->window = 0;
        /* A fraction would be seconds, but whole numbers are executions. */
        if (text[strspn(text, "0123456789.")] != '\0')
            out->window_ns = options_time_of(text);
    }
    if ((out->window < 2 && out->window_ns < 2000000) ||
        out->window > INT64_MAX)
        argp_error(state,
                   "--window takes executions such as 5000 (at least 2) or a "
                   "time such as 500ms (at least 2ms), not '%s'",
                   text);
}

static bool options_takes(const struct rdl_detector *d,
                          enum rdl_option_which which)
{
    return which == RDL_DETECTORS_ALL ||
           (which == RDL_DETECTORS_CONTINUE ? d->continues : d->on_request);
}

uint64_t rdl_option_detectors(struct argp_state *state, const char *option,
                              const char *text, enum rdl_option_which which)
{
    const struct rdl_detector *d;
    char name[64], names[512] = "";
    uint64_t set = 0;

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        if (!options_takes(d, which))
            continue;
        strcat(names, names[0] != '\0' ? ", " : "");
        strcat(names, d->name);
    }
    for (;; text++) {
        const size_t length = strcspn(text, ",");

        snprintf(name, sizeof(name), "%.*s", (int)length, text);
        d = rdl_detector_find(name);
        if (d == NULL)
            argp_error(state, "%s: unknown detector '%s' (%s%s)", option, name,
                       which != RDL_DETECTORS_ALL ? "it takes " : "there are ",
                       names);
        else if (!options_takes(d, which))
            argp_error(state,
                       which == RDL_DETECTORS_CONTINUE
                           ? "%s: a program cannot go on after %s; it can "
                             "after %s"
                           : "%s: %s reports anyway; these are off by "
                             "default: %s",
                       option, name, names);
        else
            set |= UINT64_C(1) << rdl_detector_index(d);
        text += length;
        if (*text == '\0')
            return set;
    }
}
