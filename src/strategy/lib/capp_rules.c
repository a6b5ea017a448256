/* capp_rules.c - change-aware preemption prioritisation (Jagannath, Luo and
 * Marinov, RV 2011; thesis, 5.2.2), for comparison with Recurve.  It prefers
 * preemptions at code that a change touched; raddle regress --capp says what
 * counts as such code.
 *
 * Unlike the paper:
 *   - CAPP orders the preemptions that a model checker explores.  Here the
 *     schedules are drawn, unless --capp asks for a search (capp_search.c, in
 *     default or random order): a preemption at changed code is likely (one in
 *     two) and one elsewhere is rare (one in 16);
 *   - fields whose declaration changed are known by their names
 *     (regress/declarations.h); the stack has the calls of code that raddle cc
 *     compiled, up to 256 of them;
 *   - where a synchronised block changed, only its changed lines count, not the
 *     block (the thesis's footnote 1);
 *   - outside raddle regress nothing is changed code: then all preemptions are
 *     rare. */
#include "strategy/lib/capp_rules.h"

#include "strategy/lib/capp_search.h"

#define AT_CHANGE 2
#define ELSEWHERE 16

void rdl_capp_begin(void *state, const struct rdl_run *run)
{
    rdl_capp_search_begin(state, run);
}

unsigned rdl_capp_choose(void *state, struct rdl_rng *rng,
                         enum rdl_choice_kind kind, unsigned n)
{
    const struct rdl_capp_search *s = state;

    return s->on ? 0 : rdl_strategy_choose(state, rng, kind, n);
}

static bool capp_changed(const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_guide *g = c->guide;

    return g != NULL && g->changed != NULL &&
           (g->changed(g, &c->pending[t]) ||
            g->changed_below(g, &c->pending[t]));
}

/* Uniformly one of the enabled threads that `wanted` accepts and that are not
 * the current one; c->current if there is none. */
static rdl_tid capp_other(const struct rdl_choice *c, bool changed)
{
    rdl_tid chosen = c->current;
    uint64_t n = 0;

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        if (t == c->current || (changed && !capp_changed(c, t)))
            continue;
        if (rdl_rng_below(c->rng, ++n) == 0)
            chosen = t;
    }
    return chosen;
}

static bool capp_is_enabled(const struct rdl_choice *c, rdl_tid t)
{
    for (size_t i = 0; i < c->n_enabled; i++) {
        if (c->enabled[i] == t)
            return true;
    }
    return false;
}

unsigned rdl_capp_costs(const struct rdl_choice *c, rdl_tid t, bool all)
{
    if (t == c->current || !capp_is_enabled(c, c->current))
        return 0;
    if (all)
        return !capp_changed(c, c->current) || !capp_changed(c, t);
    return !capp_changed(c, c->current) && !capp_changed(c, t);
}

rdl_tid rdl_capp_pick(void *state, const struct rdl_choice *c, bool all)
{
    struct rdl_capp_search *s = state;
    bool here;

    if (s->on)
        return rdl_capp_search_pick(s, c, all);
    if (!capp_is_enabled(c, c->current))
        return c->enabled[rdl_rng_below(c->rng, c->n_enabled)];
    here = capp_changed(c, c->current);
    if (here || !all) {
        /* From changed code to any (SOME), or to changed code. */
        const rdl_tid to = capp_other(c, all || !here);

        if (to != c->current && rdl_rng_below(c->rng, AT_CHANGE) == 0)
            return to;
    }
    return rdl_rng_below(c->rng, ELSEWHERE) == 0 ? capp_other(c, false)
                                                 : c->current;
}
