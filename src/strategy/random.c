/* random.c - a uniformly random enabled thread at every decision ("RS" in the
 * literature: random scheduling).
 *
 * The simple random scheduler of Sen, "Effective Random Testing of Concurrent
 * Programs", ASE 2007.  Unlike there:
 *   - an attempt to take a held lock is a step of its own, after which the
 *     thread waits; there the thread is not enabled before the lock is free;
 *   - start, exit, create and unlock are decisions too;
 *   - the engine leaves out a thread that spins or yields until another has
 *     stepped. */
#include "strategy/strategy.h"

static void random_begin(void *state, const struct rdl_run *run)
{
    (void)state;
    (void)run;
}

static rdl_tid random_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    return c->enabled[rdl_rng_below(c->rng, c->n_enabled)];
}

const struct rdl_strategy rdl_strategy_random = {
    .name = "random",
    .alias = "rs", /* its name in the papers */
    .summary = "a uniformly random enabled thread at every decision",
    .state_size = 0,
    .begin = random_begin,
    .pick = random_pick,
};
