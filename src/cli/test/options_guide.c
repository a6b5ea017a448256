/* options_guide.c - what tsa and cuve aim at: --guide and --targets are for
 * strategies that can aim at other metrics than their own. */
#include "cli/test/options.h"

#include "strategy/strategy.h"
#include "util/append.h"
#include "util/die.h"

void rdl_test_options_guide(struct rdl_test_options *o)
{
    const struct rdl_strategy *s = rdl_strategy_find(o->strategy);
    struct rdl_append text;
    char names[256] = "";

    if (o->guide != 0 && o->targets.metrics != 0)
        rdl_die(RDL_EXIT_USAGE, "--targets names what to aim at: leave out "
                                "--guide");
    o->guide |= o->targets.metrics;
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
