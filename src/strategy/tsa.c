/* tsa.c - thread scheduling for synchronisation-pair coverage, with the
 * estimation-based heuristic as Rule 3 (Hong et al., ISSTA 2012).  The rules,
 * and where they differ from the paper: tsa_rules.c.
 *
 * Unlike the paper, the heuristic pauses itself.  With it alone, three of nine
 * subjects get fewer covered pairs than with a random walk, without it none
 * (docs/strategies.md).  The reason seems to be that requirements that it
 * cannot meet its way stay in its counts for good.  So after RDL_TSA_DRY
 * executions in a row without new coverage, every other one is scheduled as by
 * tsa-h, until there is new coverage.  tsa-published does not pause it. */
#include "strategy/lib/tsa_rules.h"

#define RDL_TSA_DRY 10

static rdl_tid tsa_pick(void *state, const struct rdl_choice *c)
{
    const struct rdl_tsa *m = c->memory;

    (void)state;
    return rdl_tsa_pick(c, /*counts=*/m == NULL || m->dry < RDL_TSA_DRY ||
                               m->dry % 2 == 0);
}

static void tsa_end(void *state, const struct rdl_run *run,
                    const struct rdl_ended *ended)
{
    struct rdl_tsa *m = run->memory;

    (void)state;
    (void)ended;
    if (m != NULL && run->guide != NULL)
        m->dry = run->guide->fresh(run->guide) == 0 ? m->dry + 1 : 0;
}

const struct rdl_strategy rdl_strategy_tsa = {
    .name = "tsa",
    .summary = "pauses locks to cover estimated sync-pairs",
    .metrics = "sync-pair",
    .aims = true,
    .memory_size = sizeof(struct rdl_tsa),
    .begin = rdl_tsa_begin,
    .pick = tsa_pick,
    .rules = rdl_guided_rules,
    .decided = rdl_guided_decided,
    .end = tsa_end,
};
