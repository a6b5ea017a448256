/* calls.h - what strategy `calls` tells the driver, in its memory. */
#ifndef RDL_STRATEGY_CALLS_H
#define RDL_STRATEGY_CALLS_H

#include <stdint.h>

/* Moments that `early` has bits for, and bits that may be set in it. */
#define RDL_CALLS_MOMENTS 8
#define RDL_CALLS_EARLY 2

struct rdl_calls {
    /* Since the driver cleared it: cases in which a thread or a waiter was
     * taken although another could have been.  Then other values of
     * rdl_payload_head.twist may give other results. */
    uint64_t ties;
    /* The most moments of an execution at which time could have passed: then
     * other values of rdl_payload_head.early may give other results. */
    uint64_t moments;
    /* Cases in which no value of `early` that RDL_CALLS_EARLY allows tries what
     * could have happened: more moments than that, two deadlines at once, a
     * deadline in the past, or a call that overtakes one that waits. */
    uint64_t untried;
};

#endif
