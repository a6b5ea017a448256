/* options_guide.c - what strategies aim at.  --guide and --targets are for
 * those that can aim at other metrics than their own (tsa, cuve); --confirm
 * chooses its strategies itself. */
#include "cli/test/options.h"

#include "campaign/explore/portfolio.h"
#include "coverage/coverage.h"
#include "strategy/strategy.h"
#include "util/append.h"
#include "util/die.h"

#include <string.h>

void rdl_test_options_guide(struct rdl_test_options *o)
{
    const struct rdl_strategy *s = rdl_strategy_find(o->strategy);
    struct rdl_append text;
    char names[256] = "";

    if (o->guide != 0 && o->targets.metrics != 0)
        rdl_die(RDL_EXIT_USAGE, "--targets names what to aim at: leave out "
                                "--guide");
    o->guide |= o->targets.metrics;
    /* What it aims at says how far it came.  Metrics about waiting would also
     * make it attempt lock calls that its paper never lets wait (guided.h). */
    if (s != NULL && s->aims && !o->metrics_given)
        o->metrics.metrics =
            o->guide != 0 ? o->guide : rdl_metrics_named(s->metrics);
    if (o->guide == 0)
        return;
    /* Who names it wants to see it. */
    if (o->metrics.metrics != 0)
        o->metrics.metrics |= o->guide;
    if (s != NULL && s->aims)
        return;
    text = (struct rdl_append){ .out = names, .size = sizeof(names) };
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++) {
        if (s->aims)
            rdl_append(&text, "%s%s", names[0] != '\0' ? ", " : "", s->name);
    }
    rdl_die(RDL_EXIT_USAGE,
            "%s: strategy %s does not aim at what you choose; these do: %s "
            "(--strategy)",
            o->targets.all != NULL ? "--targets" : "--guide", o->strategy,
            names);
}

void rdl_test_options_confirm(struct rdl_test_options *o)
{
    const char *option = strcmp(o->strategy, RDL_AUTO) != 0 ? "--strategy"
                         : o->cases                         ? "--cases"
                         : o->first != NULL                 ? "--first"
                         : o->until_given                   ? "--until"
                                                            : NULL;

    if (o->confirm == NULL)
        return;
    if (option != NULL)
        rdl_die(RDL_EXIT_USAGE,
                "%s does not go with --confirm, which chooses strategies by "
                "what was predicted and ends when all of it is tried",
                option);
    o->keep_going = true;
    o->until_given = true;
}
