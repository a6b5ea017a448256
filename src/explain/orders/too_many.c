/* too_many.c - shrinking has left too many preemptions: a window or an order
 * among them is one of many, and as likely an accident.  What to do says
 * more.  Explainers that look at the finding alone come before this one. */
#include "explain/explainer.h"
#include "explain/fact.h"

#define MOST 32

static void too_many_collect(struct search *c, struct clues *out)
{
    struct rdl_fact *f = NULL;

    if (c->k->size.preemptions > MOST)
        f = rdl_fact_new(out, RDL_FACT_TOO_MANY, RDL_SEEN);
    if (f != NULL)
        f->count = c->k->size.preemptions < UINT16_MAX
                       ? (uint16_t)c->k->size.preemptions
                       : UINT16_MAX;
}

const struct rdl_explainer rdl_explainer_too_many = {
    .name = "too-many",
    .summary = "too many preemptions are left: none of them explains it",
    .rank = RDL_EXPLAINS_ALL,
    /* Who holds the lock says it, whatever led there. */
    .except = "self-deadlock",
    .collect = too_many_collect,
};
