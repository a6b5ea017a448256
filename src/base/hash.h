/* hash.h - one mixing function for every hash in the project.
 *
 * The finaliser of MurmurHash3 (Appleby, public domain algorithm): every bit
 * of the input changes half of the bits of the output.  Not cryptographic. */
#ifndef RDL_BASE_HASH_H
#define RDL_BASE_HASH_H

#include <stdint.h>

static inline uint64_t rdl_mix(uint64_t h, uint64_t v)
{
    h ^= v + UINT64_C(0x9e3779b97f4a7c15) + (h << 6) + (h >> 2);
    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 33;
    return h;
}

/* A cheaper mix, with half the work, for the path of every step.  The parts of
 * `v` must be mixed already, or the result must be mixed again later. */
static inline uint64_t rdl_fold(uint64_t h, uint64_t v)
{
    h = (h ^ v) * UINT64_C(0xff51afd7ed558ccd);
    return h ^ h >> 32;
}

static inline uint64_t rdl_hash_text(const char *s)
{
    uint64_t h = 0;

    for (; *s != '\0'; s++)
        h = rdl_mix(h, (unsigned char)*s);
    return h;
}

#endif
