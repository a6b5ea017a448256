/* batch.c - see batch.h. */
#include "campaign/batch.h"

/* A request costs as much as some ten short executions. */
#define MOST 4096

bool rdl_batch_sampled(uint64_t execution)
{
    return (execution & (execution - 1)) == 0;
}

uint64_t rdl_batch_size(uint64_t first, uint64_t left, bool sampling)
{
    uint64_t until;

    if (first == 0 || (sampling && rdl_batch_sampled(first)))
        return left > 0 ? 1 : 0;
    if (!sampling || first >> 63 != 0)
        return left;
    until = (UINT64_C(1) << (64 - __builtin_clzll(first))) - first;
    return left < until ? left : until;
}

uint64_t rdl_batch_share(uint64_t left, uint64_t jobs)
{
    uint64_t share = jobs > 1 ? left / (2 * jobs) : left;

    if (jobs > 1 && share > MOST)
        return MOST;
    return share == 0 && left > 0 ? 1 : share;
}
