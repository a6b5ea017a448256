/* too_many.c - shrinking has left too many preemptions: a window or an order
 * among them is one of many, and as likely an accident.  What to do says
 * more; and whether it passes, with all of them, if sleeps and time-outs end
 * only when no thread can run.  Explainers whose answer does not depend on
 * preemptions come before this one. */
#include "explain/explainer.h"
#include "explain/fact.h"

#define MOST 32

/* The latest sleep or time-out that ended while another thread could run; NULL
 * if there is none. */
static const struct rdl_history_act *too_many_expired(const struct search *c)
{
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (a->early && act_done(a))
            return a;
    }
    return NULL;
}

static void too_many_collect(struct search *c, struct clues *out)
{
    const struct rdl_history_act *expired;
    struct rdl_fact *f;
    bool needs;

    if (c->k->size.preemptions <= MOST)
        return;
    expired = too_many_expired(c);
    needs = expired != NULL && rdl_explain_left(c) &&
            rdl_explain_needs(c, RDL_CHOOSE_TIME);
    f = rdl_fact_new(out, RDL_FACT_TOO_MANY, needs ? RDL_TRIED : RDL_SEEN);
    if (f == NULL)
        return;
    f->count = c->k->size.preemptions < UINT16_MAX
                   ? (uint16_t)c->k->size.preemptions
                   : UINT16_MAX;
    if (needs)
        rdl_fact_put(f, RDL_ROLE_EXPIRED, expired);
}

const struct rdl_explainer rdl_explainer_too_many = {
    .name = "too-many",
    .summary = "too many preemptions are left: none of them explains it",
    .rank = RDL_EXPLAINS_ALL,
    /* Who holds the lock says it, whatever led there. */
    .except = "self-deadlock",
    .collect = too_many_collect,
};
