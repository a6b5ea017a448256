/* race.h - which two pending events come out differently in the other order. */
#ifndef RDL_STRATEGY_LIB_RACE_H
#define RDL_STRATEGY_LIB_RACE_H

#include "base/event.h"

#include <stdbool.h>

/* Two accesses commute if neither changes anything. */
static inline bool rdl_race_reads_only(const struct rdl_event *e)
{
    return rdl_op_reads_only((enum rdl_op)e->op) ||
           (e->flags & RDL_EV_SHARED) != 0;
}

static inline bool rdl_race(const struct rdl_event *a,
                            const struct rdl_event *b)
{
    /* Neither begins within the other: so put, the processor guesses right,
     * for it is asked of every enabled thread at each decision. */
    if (a->addr - b->addr >= b->size && b->addr - a->addr >= a->size)
        return false;
    return !rdl_race_reads_only(a) || !rdl_race_reads_only(b);
}

#endif
