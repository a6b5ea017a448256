/* choices.c - does the failure need the unusual choices of one kind? */
#include "explain/search.h"

bool rdl_explain_needs(struct search *c, enum rdl_choice_kind kind)
{
    struct rdl_plan p;
    bool needs = false;
    size_t n = 0;

    rdl_plan_copy(&p, &c->k->best);
    for (size_t i = 0; i < p.n_choices; i++) {
        if (p.choices[i].kind != kind)
            p.choices[n++] = p.choices[i];
    }
    if (n < p.n_choices) {
        p.n_choices = n;
        /* Complete shrinking has tried to leave out each one already. */
        needs = c->k->minimal || !rdl_minimize_try(c->k, &p);
    }
    rdl_plan_free(&p);
    return needs;
}
