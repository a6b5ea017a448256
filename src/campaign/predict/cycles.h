/* cycles.h - deadlocks that lock orders make possible.
 *
 * A cycle: n >= 2 lock orders of different threads; each takes a lock that the
 * next one holds, and the last takes one that the first holds.  That is
 * iGoodlock (Joshi, Park, Sen and Naik, "A randomized dynamic program analysis
 * technique for detecting real deadlocks", PLDI 2009), after Goodlock
 * (Havelund, SPIN 2000).  A cycle is left out if it cannot happen:
 *   - two of its threads hold the same lock (a gate lock), unless both hold the
 *     read side;
 *   - two of its lock orders are ordered by the creation or the join of threads
 *     (Agarwal, Wang and Stoller, HVC 2005).
 * Unlike iGoodlock:
 *   - lock orders of different executions form a cycle, because names of locks
 *     and threads are the same in every execution;
 *   - the read side of a lock does not wait for the read side;
 *   - a try and a lock call with a time limit hold, but do not wait;
 *   - DFS with a bound on the work takes the place of joining relations. */
#ifndef RDL_CAMPAIGN_PREDICT_CYCLES_H
#define RDL_CAMPAIGN_PREDICT_CYCLES_H

#include "base/predicted.h"

#include <stdbool.h>
#include <stddef.h>

struct rdl_cycle_part {
    uint32_t order; /* index in the set */
    uint32_t held;  /* index in its `held`: the previous part wants it */
};

struct rdl_cycle {
    uint64_t id; /* of its places: the same cycle of other threads or locks has
                    the same */
    size_t n;
    struct rdl_cycle_part parts[RDL_AIM_PARTS];
};

/* The id of a cycle of n parts, from the place where each took its lock and the
 * one where it asks for the next.  Rotation does not change it. */
uint64_t rdl_cycle_id(const uint64_t *taken, const uint64_t *asked, size_t n);

/* Calls found() for each cycle with at least one order whose index is `from` or
 * more; the same cycle may come several times.  found() returns false to stop.
 * Returns false if it was stopped or did not look at everything (the bound on
 * work, or cycles with more than RDL_AIM_PARTS parts). */
bool rdl_cycles_find(const struct rdl_lock_orders *set, uint32_t from,
                     bool (*found)(void *data, const struct rdl_cycle *cycle),
                     void *data);

#endif
