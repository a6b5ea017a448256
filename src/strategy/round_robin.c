/* round_robin.c - the next thread in turn at every decision; unusual choices
 * never happen.  This is the fairest schedule and always the same: the first
 * one to try when a program does not work under raddle at all. */
#include "strategy/strategy.h"

static void round_robin_begin(void *state, const struct rdl_run *run)
{
    (void)state;
    (void)run;
}

static rdl_tid round_robin_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    for (size_t i = 0; i < c->n_enabled; i++) {
        if (c->enabled[i] > c->current)
            return c->enabled[i];
    }
    return c->enabled[0];
}

static unsigned round_robin_choose(void *state, struct rdl_rng *rng,
                                   enum rdl_choice_kind kind, unsigned n)
{
    (void)state;
    (void)rng;
    (void)kind;
    (void)n;
    return 0;
}

const struct rdl_strategy rdl_strategy_round_robin = {
    .name = "round-robin",
    .summary = "each enabled thread in turn, one step each",
    .state_size = 0,
    .narrow = true,
    .begin = round_robin_begin,
    .pick = round_robin_pick,
    .choose = round_robin_choose,
};
