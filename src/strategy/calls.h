/* calls.h - what strategy `calls` tells the driver, in its memory. */
#ifndef RDL_STRATEGY_CALLS_H
#define RDL_STRATEGY_CALLS_H

#include <stdint.h>

struct rdl_calls {
    /* Since the driver cleared it: cases in which a thread or a waiter was
     * taken although another could have been.  Then other values of
     * rdl_payload_head.twist may give other results. */
    uint64_t ties;
};

#endif
