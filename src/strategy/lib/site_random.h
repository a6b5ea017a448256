/* site_random.h - a random number for each place of the program, constant
 * during an execution.
 *
 * Whether a bug shows often depends on which statement is delayed, not on which
 * step: a loop has only a few places, however often it runs.
 * strategy/site_priority.c and strategy/site_handoff.c draw one number for each
 * place, or for each place and thread; other strategies draw one for each step.
 *
 * Numbers are drawn in the order in which the execution reaches the places, so
 * nothing depends on load addresses. */
#ifndef RDL_STRATEGY_LIB_SITE_RANDOM_H
#define RDL_STRATEGY_LIB_SITE_RANDOM_H

#include "strategy/strategy.h"

#define RDL_PLACES 8192 /* slots; at most half of them used */

struct rdl_site_random {
    uint64_t execution;
    bool threads; /* each thread has places of its own */
    uint32_t n;   /* slots used by this execution */
    struct {
        uint64_t key, execution, number;
    } slots[RDL_PLACES];
    /* Where the latest answer for each thread was, valid while it stays at its
     * place. */
    unsigned n_threads;
    uint64_t where[RDL_MAX_THREADS]; /* the place; 0: none */
    uint16_t slot[RDL_MAX_THREADS];
};

/* Begins an execution: forgets all numbers. */
void rdl_site_random_begin(struct rdl_site_random *p, bool threads);
uint64_t rdl_site_random_find(struct rdl_site_random *p, struct rdl_rng *rng,
                              const struct rdl_event *e);
/* Draws a new number for the event's place. */
void rdl_site_random_redraw(struct rdl_site_random *p, struct rdl_rng *rng,
                            const struct rdl_event *e);

/* A place: location and operator. */
static inline uint64_t rdl_site_random_where(const struct rdl_event *e)
{
    return (uint64_t)e->op << 56 ^ e->pc;
}

/* The number of the place of `t`'s event, drawn if it has none; never 0.  Every
 * decision asks it for every enabled thread, and most threads have not moved: a
 * few instructions. */
static inline uint64_t rdl_site_random_number(struct rdl_site_random *p,
                                              struct rdl_rng *rng,
                                              const struct rdl_event *e,
                                              rdl_tid t)
{
    return p->where[t] == rdl_site_random_where(e)
               ? p->slots[p->slot[t]].number
               : rdl_site_random_find(p, rng, e);
}

#endif
