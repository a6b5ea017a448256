/* race.h - do two pending events race: does their order matter? */
#ifndef RDL_STRATEGY_LIB_RACE_H
#define RDL_STRATEGY_LIB_RACE_H

#include "base/event.h"

#include <stdbool.h>

/* Two accesses that change nothing commute. */
static inline bool rdl_race_reads_only(const struct rdl_event *e)
{
    return rdl_op_reads_only((enum rdl_op)e->op) ||
           (e->flags & RDL_EV_SHARED) != 0;
}

static inline bool rdl_race(const struct rdl_event *a,
                            const struct rdl_event *b)
{
    /* Neither begins within the other.  Written this way because the processor
     * predicts it well: each decision asks it for every enabled thread. */
    if (a->addr - b->addr >= b->size && b->addr - a->addr >= a->size)
        return false;
    return !rdl_race_reads_only(a) || !rdl_race_reads_only(b);
}

#endif
