/* step_limit.c - see step_limit.h. */
#include "campaign/step_limit.h"

/* Executions that show whether a limit suffices. */
#define FEW 4
#define TIMES 10 /* the limit grows to this many times the first */
/* Steps that the cut executions take before the campaign gives up: those of FEW
 * executions with the default limit, grown.  Short ones cost little, so more of
 * them run. */
#define ENOUGH UINT64_C(40000000)
/* The same where executions end but cover nothing new, and how many of them
 * there must be.  Where they are shorter than three million steps in the mean,
 * it takes more of them; below 60,000 coverage is saturated first. */
#define ENOUGH_STILL UINT64_C(300000000)
#define MANY_STILL 100

void rdl_step_limit_make(struct rdl_step_limit *l, uint64_t steps, bool grows,
                         bool ends, bool covers)
{
    *l = (struct rdl_step_limit){
        .steps = steps,
        .most = grows ? steps * TIMES : steps,
        .ends = ends,
        .covers = covers,
    };
}

void rdl_step_limit_learn(struct rdl_step_limit *l,
                          const struct rdl_learned *learned)
{
    const uint64_t n = learned->to - learned->from;

    if (learned->config->max_steps != l->steps)
        return; /* another job began it before the limit grew */
    l->tried += n;
    l->cut += learned->shared->tally.cut;
    l->late += learned->shared->tally.late;
    l->still = learned->n_fresh > 0 ? 0 : l->still + n;
    l->still_steps = learned->n_fresh > 0
                         ? 0
                         : l->still_steps + learned->shared->tally.steps;
    if (l->steps < l->most && l->tried >= FEW &&
        2 * (l->cut - l->late) > l->tried)
        *l = (struct rdl_step_limit){ .steps = l->most,
                                      .most = l->most,
                                      .ends = l->ends,
                                      .covers = l->covers,
                                      .first = l->steps };
}

bool rdl_step_limit_hopeless(const struct rdl_step_limit *l)
{
    return l->ends && l->steps == l->most && l->still >= FEW &&
           l->cut == l->tried && l->tried >= ENOUGH / l->steps;
}

bool rdl_step_limit_enough(const struct rdl_step_limit *l)
{
    return l->ends && l->covers && l->still >= MANY_STILL &&
           l->still_steps >= ENOUGH_STILL;
}

uint64_t rdl_step_limit_first(const struct rdl_step_limit *l, uint64_t cut)
{
    const uint64_t now = l->cut - l->late;

    return l->first != 0 && cut > now ? cut - now : 0;
}
