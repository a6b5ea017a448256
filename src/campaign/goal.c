/* goal.c - see goal.h. */
#include "campaign/goal.h"

#define NS_PER_MS UINT64_C(1000000)

void rdl_goal_make(struct rdl_goal *g, const struct rdl_goal_options *options)
{
    *g = (struct rdl_goal){ .options = *options };
    rdl_saturation_init(&g->saturation, options->window != 0
                                            ? options->window
                                            : options->window_ns / NS_PER_MS);
}

void rdl_goal_sample(struct rdl_goal *g, uint64_t now_ns, uint64_t covered)
{
    const uint64_t x =
        g->options.window != 0 ? g->executions : now_ns / NS_PER_MS;

    rdl_saturation_add(&g->saturation, x, covered);
    g->executions++;
    g->covered = covered;
    if (g->options.until == RDL_UNTIL_SATURATION && !g->reached)
        g->reached = rdl_saturation_reached(&g->saturation, RDL_GROWTH);
}

void rdl_goal_share(struct rdl_goal *g, uint64_t known, uint64_t covered)
{
    if (g->options.until == RDL_UNTIL_COVERAGE &&
        (double)covered >= g->options.share * (double)known)
        g->reached = true;
}

double rdl_goal_rate(const struct rdl_goal *g)
{
    if (rdl_saturation_full(&g->saturation))
        return rdl_saturation_rate(&g->saturation);
    return g->executions == 0 ? 0.0
                              : (double)(g->covered - g->base) * 1000.0 /
                                    (double)g->executions;
}
