/* event.h - the vocabulary that runtime, strategies, metrics and detectors
 * share: what a thread does next or has just done. */
#ifndef RDL_BASE_EVENT_H
#define RDL_BASE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Threads alive at the same time.  A new thread may reuse the number of an
 * ended one; its first event is then RDL_OP_START. */
#define RDL_MAX_THREADS 1024

typedef uint16_t rdl_tid; /* 0 is the thread that runs main */

enum rdl_op {
#define OP(id, name, class, access, effect) RDL_OP_##id,
#include "base/ops.h"
#undef OP
    RDL_N_OPS
};

/* What an operator acts on. */
enum rdl_op_class {
    RDL_CLASS_THREAD, /* creates, joins or ends a thread */
    RDL_CLASS_SELF,   /* affects only the calling thread */
    RDL_CLASS_PLAIN,  /* memory, by a plain or volatile access */
    RDL_CLASS_ATOMIC, /* memory, by an atomic operation */
    RDL_CLASS_LOCK,
    RDL_CLASS_CONDITION, /* a condition variable */
    RDL_CLASS_SYNC,      /* another object of synchronisation */
    RDL_CLASS_TIME,
    RDL_CLASS_OTHER, /* descriptors, signals, system calls */
    RDL_CLASS_BLOCK, /* not a step: the fate of a block of memory */
};

/* Bits of the column `access` of ops.h. */
enum rdl_op_access {
    RDL_ACCESS_NONE = 0,
    RDL_ACCESS_R = 1,
    RDL_ACCESS_W = 2,
    RDL_ACCESS_RW = 3,
    RDL_ACCESS_OBJECT = 4,
    RDL_ACCESS_TAKES = 4 | 8,
    RDL_ACCESS_GIVES = 4 | 16,
};

enum rdl_effect { RDL_ACTS, RDL_READS, RDL_IDLES };

/* Flags of an event. */
enum {
    RDL_EV_SHARED = 1,   /* the read side of a reader-writer lock */
    RDL_EV_VOLATILE = 2, /* a volatile access */
    RDL_EV_FAILED = 4,   /* executed without success: a failed try or CAS */
    RDL_EV_VALUE = 8,    /* `value` is known */
    RDL_EV_TRY = 0x80,   /* a join that does not wait */
    RDL_EV_UNMAPS = 1,   /* RDL_OP_FREE: a mapping is removed */
    RDL_EV_ORDER = 0x70, /* atomic operations, fences: enum rdl_order */
};

/* Memory orders.  The strongest is 0, so an event without an order counts as
 * seq-cst. */
enum rdl_order {
    RDL_ORDER_SEQ_CST,
    RDL_ORDER_ACQ_REL,
    RDL_ORDER_RELEASE,
    RDL_ORDER_ACQUIRE,
    RDL_ORDER_CONSUME,
    RDL_ORDER_RELAXED,
    RDL_N_ORDERS
};

#define RDL_EV_ORDER_SHIFT 4
static inline enum rdl_order rdl_flags_order(unsigned flags)
{
    return (enum rdl_order)((flags & RDL_EV_ORDER) >> RDL_EV_ORDER_SHIFT);
}
static inline unsigned rdl_order_flags(enum rdl_order order)
{
    return (unsigned)order << RDL_EV_ORDER_SHIFT;
}

struct rdl_event {
    uintptr_t pc;   /* return address of the call that made the event */
    uintptr_t addr; /* operand: the variable, lock, thread or descriptor */
    uint64_t value; /* read or written, if RDL_EV_VALUE is set */
    uint32_t size;  /* bytes touched, from addr */
    rdl_tid tid;
    uint8_t op; /* enum rdl_op */
    uint8_t flags;
};

/* Operand of an RDL_OP_IO that has no descriptor yet (open, pipe), or none that
 * raddle tracks. */
#define RDL_NO_DESCRIPTOR 65535

/* Size, thread, operator and flags as one number: they are adjacent in
 * memory. */
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
_Static_assert(offsetof(struct rdl_event, size) + 4 ==
                       offsetof(struct rdl_event, tid) &&
                   offsetof(struct rdl_event, size) + 6 ==
                       offsetof(struct rdl_event, op) &&
                   offsetof(struct rdl_event, size) + 7 ==
                       offsetof(struct rdl_event, flags),
               "rdl_event_rest: little-endian, in this order");

/* --- Columns of ops.h: inline, because every step asks them -------------- */

static inline enum rdl_effect rdl_op_effect(enum rdl_op op)
{
    static const uint8_t effects[] = {
#define OP(id, name, class, access, effect) effect,
#include "base/ops.h"
#undef OP
    };

    return (enum rdl_effect)effects[op];
}

static inline enum rdl_op_class rdl_op_class(enum rdl_op op)
{
    static const uint8_t classes[] = {
#define OP(id, name, class, access, effect) RDL_CLASS_##class,
#include "base/ops.h"
#undef OP
    };

    return (enum rdl_op_class)classes[op];
}

static inline unsigned rdl_op_access(enum rdl_op op)
{
    static const uint8_t accesses[] = {
#define OP(id, name, class, access, effect) RDL_ACCESS_##access,
#include "base/ops.h"
#undef OP
    };

    return accesses[op];
}

/* Is it a memory access?  This is the most frequent question, so the answers
 * are the bits of one constant. */
static inline bool rdl_op_accesses(enum rdl_op op)
{
    static const uint64_t accesses = 0
#define OP(id, name, class, access, effect)                                    \
    | (uint64_t)(RDL_CLASS_##class == RDL_CLASS_PLAIN ||                       \
                 RDL_CLASS_##class == RDL_CLASS_ATOMIC)                        \
            << RDL_OP_##id
#include "base/ops.h"
#undef OP
        ;

    _Static_assert(RDL_N_OPS <= 64, "a bit for each operator");
    return (accesses >> op & 1) != 0;
}

/* Likewise: is it an atomic one? */
static inline bool rdl_op_atomic(enum rdl_op op)
{
    static const uint64_t atomic = 0
#define OP(id, name, class, access, effect)                                    \
    | (uint64_t)(RDL_CLASS_##class == RDL_CLASS_ATOMIC) << RDL_OP_##id
#include "base/ops.h"
#undef OP
        ;

    return (atomic >> op & 1) != 0;
}

/* Does it read or write the memory at its operand?  Freeing counts as
 * writing. */
static inline bool rdl_op_reads(enum rdl_op op)
{
    return (rdl_op_access(op) & RDL_ACCESS_R) != 0;
}
static inline bool rdl_op_writes(enum rdl_op op)
{
    return (rdl_op_access(op) & RDL_ACCESS_W) != 0;
}
static inline bool rdl_op_reads_only(enum rdl_op op)
{
    return rdl_op_access(op) == RDL_ACCESS_R;
}
/* Does it take, or try to take, the lock at its operand? */
static inline bool rdl_op_takes(enum rdl_op op)
{
    return rdl_op_access(op) == RDL_ACCESS_TAKES;
}
/* Is its operand an address of memory that the step accesses in some way? */
static inline bool rdl_op_in_memory(enum rdl_op op)
{
    return rdl_op_access(op) != RDL_ACCESS_NONE;
}

/* Can two accesses to the same bytes race, if nothing orders them?  (C11
 * 5.1.2.4: one of them writes, and not both are atomic.) */
static inline bool rdl_ops_conflict(enum rdl_op a, enum rdl_op b)
{
    return (rdl_op_writes(a) || rdl_op_writes(b)) &&
           !(rdl_op_atomic(a) && rdl_op_atomic(b));
}
/* Do the two operands share a byte? */
static inline bool rdl_overlap(uintptr_t a, uint32_t a_size, uintptr_t b,
                               uint32_t b_size)
{
    return a - b < b_size || b - a < a_size;
}
/* Are the two accesses of different threads, and can they race? */
static inline bool rdl_events_conflict(const struct rdl_event *a,
                                       const struct rdl_event *b)
{
    return rdl_overlap(a->addr, a->size, b->addr, b->size) &&
           a->tid != b->tid &&
           rdl_ops_conflict((enum rdl_op)a->op, (enum rdl_op)b->op);
}

const char *rdl_op_name(enum rdl_op op);
/* The operator with that name, or -1. */
int rdl_op_find(const char *name);
/* Does it have a memory order? */
static inline bool rdl_op_ordered(enum rdl_op op)
{
    return rdl_op_atomic(op) || op == RDL_OP_FENCE;
}

/* NULL if the number is not an order. */
const char *rdl_order_name(enum rdl_order order);
/* The suffix to an operator's name: "" for seq-cst, else e.g. ".acquire". */
const char *rdl_order_suffix(enum rdl_order order);
/* The order with that name, or -1. */
int rdl_order_find(const char *name);

#endif
