/* goal.c - see goal.h. */
#include "campaign/coverage/goal.h"

#include "campaign/proved.h"

/* What a change made possible is known when the owner has marked it. */
static void goal_judge(struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;

    if (c->goal.options.until != RDL_UNTIL_CHANGED)
        rdl_stop_condition_judge(&c->goal,
                                 rdl_proved_possible(c, c->options.metrics),
                                 rdl_coverage_covered(m, c->options.metrics));
    else if (m->classes.set != 0)
        rdl_stop_condition_judge(
            &c->goal, m->classes.n[RDL_CLASS_A],
            rdl_class_covered(&c->observe.coverage, RDL_CLASS_A));
}

void rdl_goal_sample(struct rdl_campaign *c, uint64_t from, uint64_t to)
{
    /* The window has the same clock, which is stopped during findings. */
    const uint64_t now = (uint64_t)(rdl_budget_seconds(&c->budget) * 1e9);
    const struct rdl_coverage_session *o = &c->observe;
    const uint32_t metrics = c->options.metrics;
    size_t i = 0;

    for (uint64_t e = from; e < to; e++) {
        /* What other jobs covered meanwhile counts at once. */
        for (; i < o->n_fresh &&
               (o->fresh[i].execution <= e || o->fresh[i].execution >= to);
             i++)
            c->totals.covered += metrics >> o->fresh[i].metric & 1;
        rdl_stop_condition_sample(&c->goal, now, c->totals.covered);
    }
    for (; i < o->n_fresh; i++)
        c->totals.covered += metrics >> o->fresh[i].metric & 1;
    goal_judge(c);
}

bool rdl_goal_over(const struct rdl_campaign *c)
{
    return c->goal.reached || c->goal.missed;
}
