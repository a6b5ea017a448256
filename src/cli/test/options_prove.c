/* options_prove.c - what raddle prove decides itself: options of raddle test
 * that choose it are not in its table, and do not go with it.  raddle test with
 * a strategy that explores is the same. */
#include "cli/test/options.h"

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
    "fail-malloc",
    "jobs",
    "cases",
    "peer",
    "end-signal",
};

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
        { o->fail_malloc, "--fail-malloc",
          "which does not explore failing allocations" },
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
    if (o->jobs > 1)
        rdl_warn("%s runs one job: --jobs %u has no effect", who, o->jobs);
    o->strategy = "reach";
    o->jobs = 1;
    o->time_passes = RDL_TIME_IDLE;
    o->until_given = true; /* it ends when everything was explored */
}
