/* failed_allocation.c - the allocations that failed because the strategy chose
 * so (--fail-malloc).  The failure follows from them. */
#include "explain/explainer.h"
#include "explain/search.h"

static void allocation_collect(struct search *c, struct clues *out)
{
    for (size_t i = 0; i < c->n_failed && out->n < CLUES; i++)
        out->parts[out->n++] = (struct clue){
            .kind = RDL_FACT_FAILED_ALLOCATION,
            .first = c->failed[i],
        };
}

const struct rdl_explainer rdl_explainer_failed_allocation = {
    .name = "failed-allocation",
    .summary = "allocations that failed, as --fail-malloc asks for",
    .rank = RDL_EXPLAINS_ALL,
    .collect = allocation_collect,
};
