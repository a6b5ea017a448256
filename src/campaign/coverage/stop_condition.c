/* stop_condition.c - see stop_condition.h. */
#include "campaign/coverage/stop_condition.h"

#define NS_PER_MS UINT64_C(1000000)

/* A window of n executions has n + 1 samples: one before the first.  A window
 * of time begins when the first execution has ended: until then the program may
 * only have started. */
void rdl_stop_condition_make(struct rdl_stop_condition *g,
                             const struct rdl_stop_condition_options *options)
{
    *g = (struct rdl_stop_condition){ .options = *options };
    rdl_saturation_init(&g->saturation,
                        1 + (options->window != 0
                                 ? options->window
                                 : options->window_ns / NS_PER_MS));
}

void rdl_stop_condition_sample(struct rdl_stop_condition *g, uint64_t now_ns,
                               uint64_t covered)
{
    const uint64_t ms = now_ns / NS_PER_MS;

    if (g->executions == 0)
        rdl_saturation_add(&g->saturation, g->options.window != 0 ? 0 : ms,
                           g->base);
    g->executions++;
    g->covered = covered;
    rdl_saturation_add(&g->saturation,
                       g->options.window != 0 ? g->executions : ms, covered);
    if (g->first.executions == 0 && rdl_saturation_reached(&g->saturation))
        g->first =
            (struct rdl_saturation_point){ g->executions, now_ns, covered };
}

/* Has the number of known requirements not grown for long enough? */
static bool stop_still(const struct rdl_stop_condition *g)
{
    const uint64_t still = g->executions - g->grew;

    return still >= RDL_GOAL_STILL && still >= g->executions / 2;
}

void rdl_stop_condition_judge(struct rdl_stop_condition *g, uint64_t known,
                              uint64_t covered)
{
    const bool saturated = rdl_saturation_reached(&g->saturation);

    if (known > g->known) {
        g->known = known;
        g->grew = g->executions;
    }
    g->share = (double)covered >= g->options.share * (double)known;
    g->reached = g->missed = false;
    if (g->options.until == RDL_UNTIL_SATURATION) {
        g->reached = saturated;
    } else if (g->options.until == RDL_UNTIL_COVERAGE) {
        g->reached = g->share && (saturated || (known > 0 && stop_still(g)));
        g->missed = saturated && !g->share;
    } else if (g->options.until == RDL_UNTIL_CHANGED) {
        /* The estimate has ended: no more of them become known. */
        g->reached = g->share;
        g->missed = saturated && !g->share;
    }
}

double rdl_stop_condition_rate(const struct rdl_stop_condition *g)
{
    if (rdl_saturation_full(&g->saturation))
        return rdl_saturation_rate(&g->saturation);
    return g->executions == 0 ? 0.0
                              : (double)(g->covered - g->base) * 1000.0 /
                                    (double)g->executions;
}
