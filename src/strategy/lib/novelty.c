/* novelty.c - see novelty.h.  `decision` counts up by one per decision and by
 * two when answers become invalid; an answer is valid if its thread was looked
 * at in the decision just before. */
#include "strategy/lib/novelty.h"

void rdl_novelty_begin(struct rdl_novelty *m, const struct rdl_run *run)
{
    const uint64_t one_in =
        m->dry < RDL_NOVELTY_DRY ? RDL_NOVELTY_ONE_IN : RDL_NOVELTY_ONE_IN_DRY;

    m->is = m->begun++ > 0 && rdl_rng_below(run->rng, one_in) == 0 &&
            run->guide != NULL;
    m->decision += 2; /* invalidates the last execution's answers */
    m->did = (struct rdl_event){ .op = RDL_OP_START };
    if (!m->is)
        m->short_of = 0;
}

/* The strategy does not see forced steps, and some operations may do anything:
 * after both, no answer holds. */
void rdl_novelty_look(struct rdl_novelty *m, const struct rdl_choice *c)
{
    m->decision++;
    if (c->steps != m->steps + 1 || rdl_kind_of(&m->did) == RDL_KIND_OTHER)
        m->decision++;
    m->steps = c->steps;
    m->asks = RDL_NOVELTY_ASKS;
    m->from = m->short_of;
    m->short_of = 0;
}

static enum rdl_interest novelty_ask(const struct rdl_choice *c,
                                     const struct rdl_event *e)
{
    struct rdl_guide_set set;

    if (rdl_guided_waits(c, e))
        return RDL_ORDINARY;
    c->guide->query(c->guide, e, &set);
    for (uint32_t i = 0; i < set.n; i++) {
        if (!c->guide->covered(c->guide, set.id[i]))
            return RDL_FIRST;
    }
    return c->guide->open(c->guide, e) > 0 ? RDL_LAST : RDL_ORDINARY;
}

/* An answer holds until a step accesses the operand.  It does no harm if the
 * requirement has been covered elsewhere since. */
enum rdl_interest rdl_novelty_ask(struct rdl_novelty *m,
                                  const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_event *e = &c->pending[t];
    bool same, old;

    if (c->guide == NULL || rdl_kind_of(e) < RDL_KIND_LOCK)
        return RDL_ORDINARY;
    same = rdl_guided_same(&m->seen[t].event, e);
    old = !same || m->seen[t].old || m->seen[t].decision + 1 != m->decision ||
          rdl_guided_overlap(&m->did, e);
    m->seen[t].decision = m->decision;
    if (old && t >= m->from && m->asks > 0) {
        m->asks--;
        m->seen[t].event = *e;
        m->seen[t].interest = novelty_ask(c, e);
        old = false;
    } else if (old && m->asks == 0 && m->short_of == 0) {
        m->short_of = t;
    }
    m->seen[t].old = old;
    return same || !old ? m->seen[t].interest : RDL_ORDINARY;
}

void rdl_novelty_end(struct rdl_novelty *m, const struct rdl_run *run)
{
    if (!m->is)
        return;
    m->dry = run->guide->fresh(run->guide) == 0 ? m->dry + 1 : 0;
}
