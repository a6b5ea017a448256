/* extents.h - how much an access reads, for exploration. */
#ifndef RDL_RUNTIME_EXPLORE_EXTENTS_H
#define RDL_RUNTIME_EXPLORE_EXTENTS_H

#include "base/event.h"
#include "explore/reach.h"
#include "runtime/explore/exploring_parts.h"

/* How many bytes the access touches. */
static inline size_t rdl_extents_size(const struct rdl_event *e)
{
    uint64_t most;

    if (likely(rdl_exploring_reach->n_extents == 0) || e->op != RDL_OP_READ)
        return e->size;
    most = rdl_reach_extent(rdl_exploring_reach, e->pc, e->addr);
    return most > 0 ? most : e->size;
}

#endif
