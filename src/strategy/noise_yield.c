/* noise_yield.c - sometimes yields before an operation; otherwise the kernel
 * schedules.
 *
 * A baseline for comparison: "RND-y" of Hong et al., ISSTA 2012, with
 * probabilities from .1 to .5 (--noise; default 30 %). */
#include "strategy/lib/noise.h"

static uint64_t noise_yield(const void *state, struct rdl_rng *rng)
{
    return rdl_noise_now(state, rng) ? RDL_NOISE_YIELD : 0;
}

const struct rdl_strategy rdl_strategy_noise_yield = {
    .name = "noise-yield",
    .alias = "rnd-y",
    .summary = "no control: yields before operations at random",
    .state_size = sizeof(struct rdl_noise),
    .begin = rdl_noise_settle,
    .noise = noise_yield,
};
