/* preemption.c - if nothing else is known: each preemption that is left after
 * shrinking is needed. */
#include "explain/explainer.h"
#include "explain/search.h"

static void preemption_collect(struct search *c, struct clues *out)
{
    const struct rdl_plan *p = &c->k->best;

    for (size_t i = p->n_segments; i > 0 && out->n == 0; i--) {
        const struct rdl_script_segment *s = &p->segments[i - 1];
        const struct rdl_history_act *first = NULL, *last = NULL;

        if (s->end != RDL_SCRIPT_SWITCH)
            continue;
        for (size_t a = 0; a < c->acts.n; a++) {
            const struct rdl_history_act *act = &c->acts.all[a];

            if (act->e.tid != s->tid)
                continue;
            if (act_until(act, s->until))
                first = act;
            else if (last == NULL)
                last = act;
        }
        if (first == NULL || last == NULL)
            continue;
        out->parts[out->n++] = (struct clue){
            .kind = RDL_FACT_PREEMPTION,
            .first = *first,
            .last = *last,
        };
    }
}

const struct rdl_explainer rdl_explainer_preemption = {
    .name = "preemption",
    .summary = "where the last preemption must lie",
    .rank = RDL_EXPLAINS_ELSE,
    .future = true,
    .collect = preemption_collect,
};
