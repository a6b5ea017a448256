/* operation.h - what an event means to a metric: for src/coverage only. */
#ifndef RDL_COVERAGE_OPERATION_H
#define RDL_COVERAGE_OPERATION_H

#include "base/event.h"

#include <stdbool.h>

enum rdl_operation {
    RDL_DOES_NOTHING,
    RDL_DOES_READ,
    RDL_DOES_WRITE,
    RDL_DOES_BOTH, /* READ | WRITE */
    RDL_DOES_ACQUIRE,
    RDL_DOES_HOLD,
    RDL_DOES_TAKE, /* acquire and hold */
    RDL_DOES_UNLOCK,
    RDL_DOES_DESTROY,
    RDL_DOES_START,
    RDL_DOES_CREATE,
    RDL_DOES_JOIN,
    RDL_DOES_EXIT,
};

static inline enum rdl_operation rdl_operation_of(const struct rdl_event *e)
{
    static const uint8_t operations[RDL_N_OPS] = {
        [RDL_OP_READ] = RDL_DOES_READ,
        [RDL_OP_ATOMIC_READ] = RDL_DOES_READ,
        [RDL_OP_WRITE] = RDL_DOES_WRITE,
        [RDL_OP_ATOMIC_WRITE] = RDL_DOES_WRITE,
        [RDL_OP_RMW] = RDL_DOES_BOTH,
        [RDL_OP_LOCK] = RDL_DOES_ACQUIRE,
        [RDL_OP_HOLD] = RDL_DOES_HOLD,
        [RDL_OP_TRYLOCK] = RDL_DOES_TAKE,
        [RDL_OP_UNLOCK] = RDL_DOES_UNLOCK,
        [RDL_OP_DESTROY] = RDL_DOES_DESTROY,
        [RDL_OP_START] = RDL_DOES_START,
        [RDL_OP_CREATE] = RDL_DOES_CREATE,
        [RDL_OP_JOIN] = RDL_DOES_JOIN,
        [RDL_OP_EXIT] = RDL_DOES_EXIT,
    };
    enum rdl_operation o = (enum rdl_operation)operations[e->op];

    if (__builtin_expect((e->flags & RDL_EV_FAILED) == 0, 1))
        return o;
    if (o == RDL_DOES_BOTH)
        return RDL_DOES_READ;
    return o == RDL_DOES_TAKE || o == RDL_DOES_JOIN ? RDL_DOES_NOTHING : o;
}

static inline bool rdl_operation_touches(enum rdl_operation o)
{
    return o >= RDL_DOES_READ && o <= RDL_DOES_BOTH;
}

/* Does it take a lock, or try to? */
static inline bool rdl_operation_takes(enum rdl_operation o)
{
    return o >= RDL_DOES_ACQUIRE && o <= RDL_DOES_TAKE;
}

#endif
