/* site_random.h - a random number for each place of the program, the same for
 * as long as an execution lasts.
 *
 * What decides whether a bug shows is often not which step is delayed but
 * which statement: however many times a loop is gone through, it has a few
 * places.  strategy/site_priority.c and strategy/site_handoff.c draw one number
 * for each place, or each place and thread, where others draw one for each
 * step.
 *
 * Numbers are drawn in the order in which places are met: nothing depends on
 * where the program lies. */
#ifndef RDL_STRATEGY_LIB_SITE_RANDOM_H
#define RDL_STRATEGY_LIB_SITE_RANDOM_H

#include "strategy/strategy.h"

#define RDL_PLACES 8192 /* slots; at most half of them used */

struct rdl_site_random {
    uint64_t execution;
    bool threads; /* a place is one with its thread */
    uint32_t n;   /* in use by this execution */
    struct {
        uint64_t key, execution, number;
    } slots[RDL_PLACES];
    /* The latest answer for each thread, as long as it is where it was. */
    unsigned n_threads;
    uint64_t where[RDL_MAX_THREADS]; /* 0: nowhere */
    uint64_t number[RDL_MAX_THREADS];
};

/* An execution begins: all numbers are forgotten. */
void rdl_site_random_begin(struct rdl_site_random *p, bool threads);
uint64_t rdl_site_random_find(struct rdl_site_random *p, struct rdl_rng *rng,
                              const struct rdl_event *e);
/* The event's place draws again. */
void rdl_site_random_redraw(struct rdl_site_random *p, struct rdl_rng *rng,
                            const struct rdl_event *e);

/* Location and operator. */
static inline uint64_t rdl_site_random_where(const struct rdl_event *e)
{
    return (uint64_t)e->op << 56 ^ e->pc;
}

/* The number of the place of `t`'s event, drawn if it has none; never 0.
 * Asked of every enabled thread at each decision, most of which are where they
 * were: a few instructions. */
static inline uint64_t rdl_site_random_number(struct rdl_site_random *p,
                                              struct rdl_rng *rng,
                                              const struct rdl_event *e,
                                              rdl_tid t)
{
    return p->where[t] == rdl_site_random_where(e)
               ? p->number[t]
               : rdl_site_random_find(p, rng, e);
}

#endif
