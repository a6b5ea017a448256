/* options_prove.c - what raddle prove decides itself: options of raddle test
 * that choose it are not in its table, and do not go with it.  raddle test with
 * a strategy that explores is the same. */
#include "cli/test/options.h"

#include "campaign/claim.h"
#include "campaign/explore/portfolio.h"
#include "cli/test/command.h"
#include "strategy/strategy.h"
#include "util/die.h"

#include <string.h>

static const char *const prove_decides[] = {
    "until",
    "window",
    "strategy",
    "guide",
    "targets",
    "confirm",
    "depth",
    "noise",
    "noise-length",
    "similarity",
    "no-spurious",
    "time-passes",
    "similarity-length",
    "patient",
    "cases",
    "peer",
    "end-signal",
};

/* Those of an exploration alone are not rare there. */
static const char *const prove_own[] = { "preemptions", "delays", "spurious",
                                         "weak-failures", "memory" };

#define PREFIX "prove: " /* of the texts of these options in the table */

/* Smaller, and a search has no room for executions of some length. */
#define LEAST_MEMORY (UINT64_C(1) << 20)
#define MOST_MEMORY (UINT64_C(1) << 40)
#define DEFAULT_MEMORY (UINT64_C(256) << 20)

static void prove_bound(struct rdl_test_options *o, unsigned bound,
                        uint64_t most)
{
    if (o->bound != RDL_BOUND_NONE && o->bound != bound)
        rdl_die(RDL_EXIT_USAGE,
                "--preemptions and --delays do not go together: give one");
    o->bound = bound;
    o->most = (unsigned)most;
}

error_t rdl_test_options_prove_parse(int key, char *arg,
                                     struct argp_state *state,
                                     struct rdl_test_options *o)
{
    switch (key) {
    case RDL_OPT_PREEMPTIONS:
        prove_bound(o, RDL_BOUND_PREEMPTIONS,
                    rdl_option_count(state, "--preemptions", arg, 0,
                                     RDL_REACH_LEVELS - 1));
        return 0;
    case RDL_OPT_DELAYS:
        prove_bound(
            o, RDL_BOUND_DELAYS,
            rdl_option_count(state, "--delays", arg, 0, RDL_REACH_LEVELS - 1));
        return 0;
    case RDL_OPT_SPURIOUS:
        o->spurious =
            (unsigned)rdl_option_count(state, "--spurious", arg, 0, 1000);
        return 0;
    case RDL_OPT_WEAK_FAILURES:
        o->weak =
            (unsigned)rdl_option_count(state, "--weak-failures", arg, 0, 1000);
        return 0;
    case RDL_OPT_MEMORY:
        o->memory =
            rdl_option_size(state, "--memory", arg, LEAST_MEMORY, MOST_MEMORY);
        return 0;
    case RDL_OPT_DIE_AT:
        o->die_at = rdl_option_count(state, "--die-at", arg, 1, INT64_MAX);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void rdl_test_options_prove_table(struct argp_option *options)
{
    for (struct argp_option *o = options; o->name != NULL; o++) {
        for (size_t i = 0; i < sizeof(prove_decides) / sizeof(*prove_decides);
             i++) {
            if (strcmp(o->name, prove_decides[i]) != 0)
                continue;
            /* They stay in the table, so that the user learns why not. */
            o->flags |= OPTION_HIDDEN;
            o->doc = NULL;
        }
        for (size_t i = 0; i < sizeof(prove_own) / sizeof(*prove_own); i++) {
            if (strcmp(o->name, prove_own[i]) == 0)
                o->flags &= ~OPTION_HIDDEN;
        }
        /* In the help of raddle test they say whose they are. */
        if (o->doc != NULL && strncmp(o->doc, PREFIX, strlen(PREFIX)) == 0)
            o->doc += strlen(PREFIX);
        if (strcmp(o->name, "jobs") == 0)
            o->doc = "executions side by side (default: 1)";
    }
}

static bool table_has(const char *const *names, const char *name)
{
    for (; names != NULL && *names != NULL; names++) {
        if (strcmp(*names, name) == 0)
            return true;
    }
    return false;
}

void rdl_test_options_table(struct argp_option *options,
                            const struct rdl_test_command *command)
{
    for (struct argp_option *o = options; o->name != NULL; o++) {
        const bool without = table_has(command->without, o->name);

        if (without || table_has(command->rare, o->name))
            o->flags |= OPTION_HIDDEN;
        if (without)
            o->doc = NULL;
        if (command->until != NULL && strcmp(o->name, "until") == 0)
            o->doc = command->until;
    }
}

bool rdl_test_options_explore(const struct rdl_test_options *o)
{
    const struct rdl_strategy *s = rdl_strategy_find(o->strategy);

    return s != NULL && s->explores;
}

/* The option that was given and contradicts an exploration, or NULL; *why says
 * how. */
static const char *prove_contradicts(const struct rdl_test_options *o,
                                     const char **why)
{
    const struct {
        bool given;
        const char *option, *why;
    } all[] = {
        { strcmp(o->strategy, RDL_AUTO) != 0 && !rdl_test_options_explore(o),
          "--strategy", "which runs every interleaving" },
        { o->guide != 0, "--guide", "which runs every interleaving" },
        { o->targets.metrics != 0, "--targets",
          "which runs every interleaving" },
        { o->confirm != NULL, "--confirm", "which runs every interleaving" },
        { o->until_given, "--until",
          "which ends when every interleaving was run" },
        { o->cases, "--cases",
          "which needs one program: give it the arguments of one case" },
        { o->peer != NULL, "--peer", "which cannot control another process" },
        { o->time_passes == RDL_TIME_ANY, "--time-passes=any",
          "where time passes when no thread can run" },
    };

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        *why = all[i].why;
        if (all[i].given)
            return all[i].option;
    }
    return NULL;
}

void rdl_test_options_prove(struct rdl_test_options *o)
{
    const char *who =
        rdl_test_options_explore(o) ? "--strategy reach" : "raddle prove";
    const char *why, *option = prove_contradicts(o, &why);

    if (option != NULL)
        rdl_die(RDL_EXIT_USAGE, "%s does not go with %s, %s", option, who, why);
    if (!rdl_test_options_explore(o))
        o->strategy = "reach";
    if (strcmp(o->strategy, "reach") != 0 && o->bound != RDL_BOUND_NONE)
        rdl_die(RDL_EXIT_USAGE,
                "--strategy %s has no bound: leave out --%s, or the strategy",
                o->strategy, rdl_claim_unit(o->bound, 2));
    if (strcmp(o->strategy, "dfs") == 0)
        o->bound = RDL_BOUND_SCHEDULES;
    if (strcmp(o->strategy, "walks") == 0) {
        if (o->executions == 0 && o->time_ns == 0)
            rdl_die(RDL_EXIT_USAGE,
                    "--strategy walks does not end: it needs -n or --time");
        o->bound = RDL_BOUND_WALKS;
        o->most = (unsigned)(o->seed ^ o->seed >> 32);
    }
    if (o->memory == 0)
        o->memory = DEFAULT_MEMORY;
    /* Those of raddle test, but of a lock call that waits a proof says
     * nothing: rdl_metrics_by_interleaving. */
    if (!o->metrics_given)
        o->metrics.metrics =
            RDL_METRIC_BIT(reads_from) | RDL_METRIC_BIT(sync_pair);
    if (o->jobs > 1 && o->bound != RDL_BOUND_NONE) {
        rdl_warn("a search with a bound, of every schedule or of drawn ones "
                 "runs one job: --jobs %u has no effect",
                 o->jobs);
        o->jobs = 1;
    }
    if (o->jobs == 0)
        o->jobs = 1;
    o->time_passes = RDL_TIME_IDLE;
    o->until_given = true; /* it ends when everything was explored */
}

void rdl_test_options_no_prove(const struct rdl_test_options *o)
{
    const char *option = o->bound != RDL_BOUND_NONE
                             ? rdl_claim_unit(o->bound, 2)
                         : o->spurious > 0 ? "spurious"
                         : o->weak > 0     ? "weak-failures"
                         : o->memory > 0   ? "memory"
                                           : NULL;

    if (option != NULL)
        rdl_die(RDL_EXIT_USAGE,
                "--%s is for raddle prove: it does not go with other "
                "strategies than reach",
                option);
}
