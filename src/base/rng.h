/* rng.h - the only source of random choices: SplitMix64 (Steele, Lea and
 * Flood, OOPSLA 2014).  Eight bytes of state, so a stream is its seed. */
#ifndef RDL_BASE_RNG_H
#define RDL_BASE_RNG_H

#include "base/hash.h"

#include <stdbool.h>
#include <stddef.h>

struct rdl_rng {
    uint64_t state;
};

/* The start of the stream of one part (an execution, ...) of `seed`.  Both
 * arguments are small numbers, and rdl_mix of two such numbers is nearly that
 * of their sum.  Without the inner mix the executions of seed 2 would be those
 * of seed 1, shifted by 65. */
static inline uint64_t rdl_rng_part(uint64_t seed, uint64_t part)
{
    return rdl_mix(rdl_mix(0, seed), part);
}

static inline uint64_t rdl_rng_next(struct rdl_rng *rng)
{
    uint64_t z = (rng->state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in 0 .. bound-1 except for a bias below bound/2^64 (Lemire's
 * multiplication without the rejection step). */
static inline uint64_t rdl_rng_below(struct rdl_rng *rng, uint64_t bound)
{
    return (uint64_t)(((unsigned __int128)rdl_rng_next(rng) * bound) >> 64);
}

/* Marks exactly `some` of `n` entries, each with the same probability. */
static inline void rdl_rng_mark(struct rdl_rng *rng, bool *marked, size_t n,
                                size_t some)
{
    for (size_t i = 0; i < n; i++) {
        marked[i] = rdl_rng_below(rng, n - i) < some;
        some -= marked[i];
    }
}

#endif
