/* recurve_rules.c - see recurve_rules.h.  An execution has one phase: that of
 * the campaign when it begins. */
#include "strategy/lib/recurve_rules.h"

void rdl_recurve_begin(void *state, const struct rdl_run *run)
{
    struct rdl_cuve *m = run->memory;
    const struct rdl_guide *g = run->guide;

    rdl_cuve_begin(state, run);
    if (m != NULL)
        m->combines =
            g != NULL && g->pairs && g->combines != NULL && g->combines(g);
}

rdl_tid rdl_recurve_pick(void *state, const struct rdl_choice *c)
{
    const struct rdl_cuve *m = c->memory;

    (void)state;
    return rdl_cuve_pick(c, m != NULL && m->combines != 0);
}

void rdl_recurve_end(void *state, const struct rdl_run *run,
                     const struct rdl_ended *ended)
{
    (void)state;
    (void)ended;
    if (run->guide != NULL && run->guide->advance != NULL)
        run->guide->advance(run->guide);
}
