/* event.h - the vocabulary that runtime, strategies, metrics and detectors
 * share: what a thread does next or has just done. */
#ifndef RDL_BASE_EVENT_H
#define RDL_BASE_EVENT_H

#include <stddef.h>
#include <stdint.h>

/* Threads that live at the same time; an ended thread's number is used again,
 * and its next event is then RDL_OP_START. */
#define RDL_MAX_THREADS 1024

typedef uint16_t rdl_tid; /* 0 is the thread that runs main */

enum rdl_op {
#define OP(id, name, effect) RDL_OP_##id,
#include "base/ops.h"
#undef OP
    RDL_N_OPS
};

enum rdl_effect { RDL_ACTS, RDL_READS, RDL_IDLES };

/* Flags of an event. */
enum {
    RDL_EV_SHARED = 1,   /* the read side of a reader-writer lock */
    RDL_EV_VOLATILE = 2, /* a volatile access */
    RDL_EV_FAILED = 4,   /* executed without success: a failed try or CAS */
    RDL_EV_VALUE = 8,    /* `value` is known */
};

struct rdl_event {
    uintptr_t pc;   /* location: address of the call, after it returns */
    uintptr_t addr; /* operand: the variable, lock, thread or descriptor */
    uint64_t value; /* read or written, when RDL_EV_VALUE */
    uint32_t size;  /* bytes touched, from addr */
    rdl_tid tid;
    uint8_t op; /* enum rdl_op */
    uint8_t flags;
};

/* The operand of RDL_OP_IO where that is no descriptor yet (open, pipe), or
 * none that is counted. */
#define RDL_NO_DESCRIPTOR 65535

/* Size, thread, operator and flags as one number: they lie together. */
static inline uint64_t rdl_event_rest(const struct rdl_event *e)
{
    uint64_t rest;

    __builtin_memcpy(&rest, (const char *)e + offsetof(struct rdl_event, size),
                     sizeof(rest));
    return rest;
}
static inline uint64_t rdl_event_rest_of(enum rdl_op op, rdl_tid tid,
                                         uint32_t size)
{
    return (uint64_t)op << 48 | (uint64_t)tid << 32 | size;
}
static inline void rdl_event_set_rest(struct rdl_event *e, uint64_t rest)
{
    __builtin_memcpy((char *)e + offsetof(struct rdl_event, size), &rest,
                     sizeof(rest));
}
static inline enum rdl_op rdl_event_rest_op(uint64_t rest)
{
    return (enum rdl_op)(rest >> 48 & 0xff);
}
_Static_assert(offsetof(struct rdl_event, size) + 4 ==
                       offsetof(struct rdl_event, tid) &&
                   offsetof(struct rdl_event, size) + 6 ==
                       offsetof(struct rdl_event, op) &&
                   offsetof(struct rdl_event, size) + 7 ==
                       offsetof(struct rdl_event, flags),
               "rdl_event_rest: little-endian, in this order");

/* Inline: asked at every step. */
static inline enum rdl_effect rdl_op_effect(enum rdl_op op)
{
    static const uint8_t effects[] = {
#define OP(id, name, effect) effect,
#include "base/ops.h"
#undef OP
    };

    return (enum rdl_effect)effects[op];
}

const char *rdl_op_name(enum rdl_op op);
/* The operator with that name, or -1. */
int rdl_op_find(const char *name);

#endif
