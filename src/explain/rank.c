/* rank.c - asks the explainers, rank by rank: see explainer.h. */
#include "explain/explainer.h"
#include "explain/search.h"

static bool rank_asks(const struct rdl_explainer *e, const struct search *c,
                      const struct clues *out)
{
    if (!rdl_explainer_for(e, c->finding->kind))
        return false;
    switch (e->rank) {
    case RDL_EXPLAINS_ELSE:
        return !clues_any(out);
    case RDL_EXPLAINS_BESIDE:
        return clues_any(out);
    default:
        return true;
    }
}

/* Limits the clues that decide, and drops what repeats another. */
static void rank_settle(struct clues *out)
{
    rdl_windows_drop(out);
    if (out->n > CLUES && out->parts[CLUES].kind != RDL_FACT_MISSING_SIGNAL)
        out->n = CLUES;
}

void rdl_explain_rank(struct search *c, struct clues *out)
{
    const struct rdl_explainer *e;
    bool settled = false, prepared = false;

    for (size_t i = 0; (e = rdl_explainer_at(i)) != NULL; i++) {
        if (!settled && e->rank > RDL_EXPLAINS_WHY) {
            rank_settle(out);
            settled = true;
        }
        if (!rank_asks(e, c, out))
            continue;
        if (e->future && !prepared) {
            rdl_explain_prepare(c);
            prepared = true;
        }
        e->collect(c, out);
        if (e->rank == RDL_EXPLAINS_ALL && clues_any(out))
            return;
    }
}
