/* block_touch.h - an access as the tables of operation blocks and associations
 * keep it (blocks.h). */
#ifndef RDL_RUNTIME_OBSERVE_TABLES_BLOCK_TOUCH_H
#define RDL_RUNTIME_OBSERVE_TABLES_BLOCK_TOUCH_H

#include "base/event.h"

struct rdl_block_touch {
    uintptr_t pc, addr;
    uintptr_t lock; /* the latest that its thread held; 0: none */
    uint64_t step;  /* 0: there is no access */
    uint32_t size;
    rdl_tid tid;
    uint8_t op;
    uint8_t flags; /* of its event: a failed RMW only reads */
};

static inline bool rdl_block_touch_reads(const struct rdl_block_touch *t)
{
    return rdl_op_reads((enum rdl_op)t->op);
}
static inline bool rdl_block_touch_writes(const struct rdl_block_touch *t)
{
    return rdl_op_writes((enum rdl_op)t->op) && (t->flags & RDL_EV_FAILED) == 0;
}
/* A compare-exchange that did not succeed: the program tries again with what it
 * has just read. */
static inline bool rdl_block_touch_retries(const struct rdl_block_touch *t)
{
    return t->op == RDL_OP_RMW && (t->flags & RDL_EV_FAILED) != 0;
}
static inline bool rdl_block_touch_meets(const struct rdl_block_touch *a,
                                         const struct rdl_block_touch *b)
{
    return a->tid != b->tid && rdl_overlap(a->addr, a->size, b->addr, b->size);
}
/* Do the two depend on their order (the thesis: conflict)?  Atomics do, too. */
static inline bool rdl_block_touch_conflicts(const struct rdl_block_touch *a,
                                             const struct rdl_block_touch *b)
{
    return rdl_block_touch_writes(a) || rdl_block_touch_writes(b);
}
/* Does q, which came between p and p', access something of each?  p and p' need
 * not overlap: q may have come between two halves of what it accesses. */
static inline bool rdl_block_touch_between(const struct rdl_block_touch *p,
                                           const struct rdl_block_touch *q,
                                           const struct rdl_block_touch *p2)
{
    return q->step != 0 && rdl_block_touch_meets(p, q) &&
           rdl_block_touch_meets(q, p2);
}

/* A granule is an aligned 8 bytes.  Of a large access only this many are
 * compared and noted. */
#define RDL_TOUCH_GRANULES 16

static inline uint64_t rdl_block_touch_first(const struct rdl_block_touch *t)
{
    return t->addr / 8;
}
/* One past the last. */
static inline uint64_t rdl_block_touch_end(const struct rdl_block_touch *t)
{
    const uint64_t first = t->addr / 8;
    const uint64_t end = (t->addr + t->size + 7) / 8;

    return end - first < RDL_TOUCH_GRANULES ? end : first + RDL_TOUCH_GRANULES;
}
/* The bytes of that granule that it accesses. */
static inline uint8_t rdl_block_touch_mask(const struct rdl_block_touch *t,
                                           uint64_t granule)
{
    const uint64_t start = granule * 8;
    const unsigned from = t->addr > start ? (unsigned)(t->addr - start) : 0;
    const uint64_t end = t->addr + t->size - start;
    const unsigned to = end < 8 ? (unsigned)end : 8;

    return (uint8_t)((0xffu << from) & (0xffu >> (8 - to)));
}

/* Three accesses, of which the second came between the others. */
struct rdl_triple {
    struct rdl_block_touch first, between, second;
};
typedef void rdl_triple_found(void *data, const struct rdl_triple *triple);

#endif
