/* noise.h - what the noise strategies share: how often and how long. */
#ifndef RDL_STRATEGY_LIB_NOISE_H
#define RDL_STRATEGY_LIB_NOISE_H

#include "strategy/strategy.h"

#include <stdbool.h>

struct rdl_noise {
    unsigned percent;
    uint64_t ns;
};

static inline void rdl_noise_settle(void *state, const struct rdl_run *run)
{
    *(struct rdl_noise *)state = (struct rdl_noise){
        .percent = run->noise_percent,
        .ns = run->noise_ns,
    };
}

/* Disturb this operation? */
static inline bool rdl_noise_now(const struct rdl_noise *n, struct rdl_rng *rng)
{
    return rdl_rng_below(rng, 100) < n->percent;
}

#endif
