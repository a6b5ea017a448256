/* race_directed.c - brings two threads to the two accesses of a predicted race:
 * RaceFuzzer (Sen, PLDI 2008).
 *
 * A thread that is about to make one of the two accesses is held back until
 * another one is at the other, with the same memory and at least one of them
 * writing.  That is a race; which of the two goes first is drawn, the other one
 * stays there.
 *
 * Unlike the paper, accesses that are both atomic are not a race, and a thread
 * that is alone at a place waits until nothing else can run. */
#include "strategy/lib/directed.h"

static void race_begin(void *state, const struct rdl_run *run)
{
    rdl_directed_begin(state, run, RDL_AIM_RACE);
}

static bool race_at(const struct rdl_directed *d, const struct rdl_event *e,
                    bool second)
{
    const struct rdl_aim_part *p = &d->aim->parts[0];

    return rdl_op_accesses((enum rdl_op)e->op) &&
           e->pc == (second ? p->second : p->first);
}

static bool race_held(void *state, const struct rdl_choice *c, rdl_tid t)
{
    const struct rdl_directed *d = state;

    return race_at(d, &c->pending[t], false) ||
           race_at(d, &c->pending[t], true);
}

static bool race_is(const struct rdl_directed *d, const struct rdl_event *a,
                    const struct rdl_event *b)
{
    return race_at(d, a, false) && race_at(d, b, true) &&
           rdl_events_conflict(a, b);
}

static rdl_tid race_pick(void *state, const struct rdl_choice *c)
{
    struct rdl_directed *d = state;

    for (size_t i = 0; d->aim != NULL && i < c->n_enabled; i++) {
        for (size_t k = 0; k < c->n_enabled; k++) {
            const rdl_tid t = c->enabled[i], u = c->enabled[k];

            if (i == k || !race_is(d, &c->pending[t], &c->pending[u]))
                continue;
            rdl_directed_arrived(d);
            return rdl_rng_below(c->rng, 2) == 0 ? t : u;
        }
    }
    return rdl_directed_pick(c, state, race_held);
}

const struct rdl_strategy rdl_strategy_race_directed = {
    .name = "race-directed",
    .summary = "holds threads at accesses to reach a predicted race",
    .state_size = sizeof(struct rdl_directed),
    .confirms = 1u << RDL_AIM_RACE,
    .begin = race_begin,
    .pick = race_pick,
};
