/* noise_sleep.c - sometimes sleeps before an operation; otherwise the kernel
 * schedules.
 *
 * A baseline for comparison: "RND-s10" and "RND-s100" of Hong et al., ISSTA
 * 2012, with probabilities from .1 to .5 (--noise) and sleeps up to 10 or 100
 * ms, drawn uniformly (--noise-length; default 10 ms). */
#include "strategy/lib/noise.h"

/* At least 1 ns: 0 would mean no sleep. */
static uint64_t noise_sleep(const void *state, struct rdl_rng *rng)
{
    const struct rdl_noise *n = state;

    if (!rdl_noise_now(n, rng) || n->ns == 0)
        return 0;
    return 1 + rdl_rng_below(rng, n->ns);
}

const struct rdl_strategy rdl_strategy_noise_sleep = {
    .name = "noise-sleep",
    .alias = "rnd-s",
    .summary = "no control: sleeps before operations at random",
    .state_size = sizeof(struct rdl_noise),
    .begin = rdl_noise_settle,
    .noise = noise_sleep,
};
