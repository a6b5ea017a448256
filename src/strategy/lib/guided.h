/* guided.h - what the coverage-guided strategies share: which operations they
 * control, how they break ties, and how they notice what happened since the
 * latest decision. */
#ifndef RDL_STRATEGY_LIB_GUIDED_H
#define RDL_STRATEGY_LIB_GUIDED_H

#include "strategy/strategy.h"

/* What decided.  Every guided strategy has the counts first in its memory; they
 * carry over between executions. */
enum rdl_guided_rule {
    RDL_RULE_1,
    RDL_RULE_2,
    RDL_RULE_3,
    RDL_RULE_WAITING,      /* a lock call was attempted that has to wait */
    RDL_RULE_UNCONTROLLED, /* a thread ran that the rules do not hold back */
    RDL_RULE_NONE,         /* nothing else could run; or rdl_guided_fair */
    RDL_N_RULES
};
extern const char *const rdl_guided_rules[RDL_N_RULES + 1];
const uint64_t *rdl_guided_decided(const void *memory);

enum rdl_kind {
    RDL_KIND_OTHER,  /* may do anything */
    RDL_KIND_QUIET,  /* accesses neither lock nor memory */
    RDL_KIND_UNLOCK, /* accesses one lock */
    RDL_KIND_LOCK,   /* takes one lock; the controlled kinds begin here */
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

/* Do the two operands share a byte, or have neither a size?  (The operand of a
 * lock-hold is one byte.) */
static inline bool rdl_guided_overlap(const struct rdl_event *a,
                                      const struct rdl_event *b)
{
    return a->addr == b->addr ||
           rdl_overlap(a->addr, a->size, b->addr, b->size);
}

static inline bool rdl_guided_same(const struct rdl_event *a,
                                   const struct rdl_event *b)
{
    return a->pc == b->pc && a->addr == b->addr &&
           rdl_event_rest(a) == rdl_event_rest(b);
}

/* One decision in RDL_GUIDED_FAIR ignores coverage.  Otherwise a loop that the
 * engine does not recognise as spinning (for instance one that exchanges) could
 * keep a thread from running for ever, however little that thread would
 * cover. */
#define RDL_GUIDED_FAIR 1024

static inline bool rdl_guided_fair(const struct rdl_choice *c)
{
    return c->step % RDL_GUIDED_FAIR == RDL_GUIDED_FAIR - 1;
}

/* Uniformly one of n >= 1.  Draws exactly once if there is a choice, so that a
 * test can decide a tie by setting the generator. */
static inline rdl_tid rdl_guided_tie(struct rdl_rng *rng, const rdl_tid *at,
                                     size_t n)
{
    return at[n == 1 ? 0 : rdl_rng_below(rng, n)];
}

/* Is it a lock-acquire that would block?  The scheduler treats the attempt as a
 * step; in the papers' listings such a thread is not enabled.  See
 * rdl_guided_attempts. */
static inline bool rdl_guided_waits(const struct rdl_choice *c,
                                    const struct rdl_event *e)
{
    return e->op == RDL_OP_LOCK && c->guide->waits(c->guide, e);
}

/* Does a lock-acquire that has to wait compete with the other threads in this
 * execution?  Otherwise it is attempted only if nothing else can run.
 *
 * Waiting decides nothing about who gets the lock: the lock-hold after it is
 * again an operation that the strategy controls.  But without it nothing shows
 * what waiting covers, and a lock call with a time limit never reaches it.  So
 * it competes if the campaign records what waiting covers, and in one execution
 * in RDL_GUIDED_RARELY otherwise. */
#define RDL_GUIDED_RARELY 4

static inline bool rdl_guided_attempts(const struct rdl_run *run)
{
    return run->guide != NULL &&
           (run->guide->waiting_counts ||
            rdl_rng_below(run->rng, RDL_GUIDED_RARELY) == 0);
}

/* Of n >= 1 attempts that would have to wait: draws one of the enabled threads;
 * true if it is one of these.  So an attempt has the share that a random walk
 * gives it. */
static inline bool rdl_guided_draw(const struct rdl_choice *c,
                                   const rdl_tid *waiting, size_t n, rdl_tid *t)
{
    const uint64_t k = rdl_rng_below(c->rng, c->n_enabled);

    if (k >= n)
        return false;
    *t = waiting[k];
    return true;
}

/* Does it take a lock or access memory?  Not a lock-hold whose lock another
 * thread has: the time limit of its call is over. */
static inline bool rdl_guided_controls(const struct rdl_choice *c,
                                       const struct rdl_event *e)
{
    return rdl_kind_of(e) >= RDL_KIND_LOCK &&
           !(e->op == RDL_OP_HOLD && c->guide->waits(c->guide, e));
}

/* Is it a try-lock that would fail now?  Then no lock-hold follows it. */
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
