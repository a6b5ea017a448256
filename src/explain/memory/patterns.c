/* patterns.c - the accesses of a block race, or of a race on associated
 * variables.
 *
 * This looks only at the execution that shows it: the last step is the access
 * that completes it. */
#include "explain/explainer.h"
#include "explain/fact.h"

/* The latest act of that side before `end`; NULL: none. */
static const struct rdl_history_act *
patterns_latest(const struct search *c, const struct rdl_history_act *end,
                const struct rdl_race_side *side)
{
    for (const struct rdl_history_act *a = end; a != NULL && a > c->acts.all;) {
        a--;
        if (a->e.tid == side->tid && a->e.pc == side->pc &&
            a->step != UINT64_MAX)
            return a;
    }
    return NULL;
}

static void patterns_pair(const struct search *c,
                          const struct rdl_history_act *later,
                          const struct rdl_race_side *sides, struct clues *out)
{
    const struct rdl_history_act *earlier =
        patterns_latest(c, later, &sides[0]);
    struct rdl_fact *f =
        earlier != NULL ? rdl_fact_new(out, RDL_FACT_APART, RDL_SEEN) : NULL;

    if (f == NULL)
        return;
    rdl_fact_put(f, RDL_ROLE_EARLIER, earlier);
    rdl_fact_put(f, RDL_ROLE_LATER, later);
}

static void patterns_collect(struct search *c, struct clues *out)
{
    const struct rdl_pattern_view *p = &c->finding->pattern;
    const struct rdl_history_act *end = c->acts.all + c->acts.n;
    const struct rdl_history_act *last, *between, *first, *beside;
    struct rdl_fact *f;

    last = patterns_latest(c, end, &p->sides[p->n == 2 ? 1 : 2]);
    if (last == NULL)
        return;
    if (p->kind == RDL_PATTERN_PAIR) {
        patterns_pair(c, last, p->sides, out);
        return;
    }
    between = patterns_latest(c, last, &p->sides[1]);
    first = patterns_latest(c, between, &p->sides[0]);
    if (first == NULL)
        return;
    f = rdl_fact_new(out, RDL_FACT_BROKEN_BLOCK, RDL_SEEN);
    if (f == NULL)
        return;
    rdl_fact_put(f, RDL_ROLE_OUTER_FIRST, first);
    rdl_fact_put(f, RDL_ROLE_OUTER_LAST, last);
    rdl_fact_put(f, RDL_ROLE_INNER_FIRST, between);
    beside = p->kind == RDL_PATTERN_PAIR_BLOCK
                 ? patterns_latest(c, last, &p->sides[3])
                 : NULL;
    if (beside != NULL)
        rdl_fact_put(f, RDL_ROLE_EARLIER, beside);
}

const struct rdl_explainer rdl_explainer_patterns = {
    .name = "patterns",
    .summary = "the accesses that break a block or an association",
    .rank = RDL_EXPLAINS_ALL,
    .only = "block-race multi-variable-race multi-variable-block-race",
    .collect = patterns_collect,
};
