/* guided.h - what the coverage-guided strategies share: which operations they
 * control, how ties are broken, and how they know what happened since they
 * were asked last. */
#ifndef RDL_STRATEGY_LIB_GUIDED_H
#define RDL_STRATEGY_LIB_GUIDED_H

#include "strategy/strategy.h"

enum rdl_kind {
    RDL_KIND_OTHER,  /* may do anything */
    RDL_KIND_QUIET,  /* touches no lock and no memory */
    RDL_KIND_UNLOCK, /* touches one lock */
    RDL_KIND_LOCK,   /* wants one lock; from here on, the controlled ones */
    RDL_KIND_READ,
    RDL_KIND_WRITE, /* a read-modify-write too */
};

/* A constant, from the columns of ops.h. */
#define RDL_KIND(class, access)                                                \
    ((class) == RDL_CLASS_SELF      ? RDL_KIND_QUIET                           \
     : (access) == RDL_ACCESS_GIVES ? RDL_KIND_UNLOCK                          \
     : (access) == RDL_ACCESS_TAKES ? RDL_KIND_LOCK                            \
     : (class) == RDL_CLASS_BLOCK   ? RDL_KIND_OTHER                           \
     : (access) == RDL_ACCESS_R     ? RDL_KIND_READ                            \
     : ((access)&RDL_ACCESS_W) != 0 ? RDL_KIND_WRITE                           \
                                    : RDL_KIND_OTHER)

static inline enum rdl_kind rdl_kind_of(const struct rdl_event *e)
{
    static const uint8_t kinds[RDL_N_OPS] = {
#define OP(id, name, class, access, effect)                                    \
    [RDL_OP_##id] = RDL_KIND(RDL_CLASS_##class, RDL_ACCESS_##access),
#include "base/ops.h"
#undef OP
    };

    return (enum rdl_kind)kinds[e->op];
}

/* Do the two operands have a byte in common?  (A lock-hold's is one byte.) */
static inline bool rdl_guided_overlap(const struct rdl_event *a,
                                      const struct rdl_event *b)
{
    return a->addr == b->addr || a->addr - b->addr < b->size ||
           b->addr - a->addr < a->size;
}

static inline bool rdl_guided_same(const struct rdl_event *a,
                                   const struct rdl_event *b)
{
    return a->pc == b->pc && a->addr == b->addr &&
           rdl_event_rest(a) == rdl_event_rest(b);
}

/* A loop that the engine does not take for spinning (one that exchanges, say)
 * must not keep a thread from running for ever, however little that thread
 * has to offer: one decision in so many looks at no coverage. */
#define RDL_GUIDED_FAIR 1024

static inline bool rdl_guided_fair(const struct rdl_choice *c)
{
    return c->step % RDL_GUIDED_FAIR == RDL_GUIDED_FAIR - 1;
}

/* Uniformly one of n >= 1.  Draws exactly once if there is a choice, so that
 * a test can say how a tie ends by setting the generator. */
static inline rdl_tid rdl_guided_tie(struct rdl_rng *rng, const rdl_tid *at,
                                     size_t n)
{
    return at[n == 1 ? 0 : rdl_rng_below(rng, n)];
}

/* A lock-acquire that has to wait is a step here, the attempt; in the papers
 * its thread is not enabled. */
static inline bool rdl_guided_waits(const struct rdl_choice *c,
                                    const struct rdl_event *e)
{
    return e->op == RDL_OP_LOCK && c->guide->waits(c->guide, e);
}

/* A try-lock that would fail now, and so is no lock-hold to be followed. */
static inline bool rdl_guided_fails(const struct rdl_choice *c,
                                    const struct rdl_event *e)
{
    struct rdl_event acquire;

    if (e->op != RDL_OP_TRYLOCK)
        return false;
    acquire = *e;
    acquire.op = RDL_OP_LOCK;
    return c->guide->waits(c->guide, &acquire);
}

#endif
