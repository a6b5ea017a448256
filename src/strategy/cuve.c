/* cuve.c - CUVE: combinatorial concurrent coverage based test generation
 * (thesis, chapter 4).  First it aims at single sync-pair and def-use
 * requirements (STP).  After 10 executions in a row without a new one it aims,
 * for good, at pairs of them in one execution (CTP).  The rules, and where they
 * differ from the thesis: cuve_rules.c.
 *
 * An execution whose process died does not count for the ten.  The workers of a
 * campaign see each other's coverage, but each is in its own phase.  A session
 * that goes on where an earlier one ended begins with STP again. */
#include "strategy/lib/cuve_rules.h"

static rdl_tid cuve_pick(void *state, const struct rdl_choice *c)
{
    const struct rdl_cuve *m = c->memory;

    (void)state;
    return rdl_cuve_pick(c, m != NULL && m->combines != 0 && c->guide != NULL &&
                                c->guide->pairs);
}

static void cuve_end(void *state, const struct rdl_run *run,
                     const struct rdl_ended *ended)
{
    struct rdl_cuve *m = run->memory;

    (void)state;
    (void)ended;
    if (m == NULL || run->guide == NULL)
        return;
    m->dry = run->guide->fresh(run->guide) == 0 ? m->dry + 1 : 0;
    if (m->dry >= RDL_CUVE_DRY && run->guide->pairs)
        m->combines = 1;
}

const struct rdl_strategy rdl_strategy_cuve = {
    .name = "cuve",
    .summary = "aims at sync-pairs and def-uses, then at pairs of them",
    .metrics = "sync-pair+def-use",
    .aims = true,
    .pairs = "cc",
    .memory_size = sizeof(struct rdl_cuve),
    .begin = rdl_cuve_begin,
    .pick = cuve_pick,
    .rules = rdl_guided_rules,
    .decided = rdl_guided_decided,
    .end = cuve_end,
};
