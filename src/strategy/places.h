/* places.h - a random number for each place of the program, the same for as
 * long as an execution lasts.
 *
 * What decides whether a bug shows is often not which step is delayed but
 * which statement: however many times a loop is gone through, it has a few
 * places.  place.c and relay.c draw one number for each place, or each place
 * and thread, where others draw one for each step.
 *
 * Numbers are drawn in the order in which places are met: nothing depends on
 * where the program lies. */
#ifndef RDL_STRATEGY_PLACES_H
#define RDL_STRATEGY_PLACES_H

#include "strategy/strategy.h"

#define RDL_PLACES 8192 /* slots; at most half of them used */

struct rdl_places {
    uint64_t execution;
    uint32_t n;     /* in use by this execution */
    uint64_t spare; /* the number of one for which there is no room */
    struct {
        uint64_t key, execution, number;
    } slots[RDL_PLACES];
    struct { /* where a thread's latest event was found */
        uintptr_t pc;
        uint64_t execution;
        uint16_t slot;
        uint8_t op;
        bool thread;
    } latest[RDL_MAX_THREADS];
};

/* An execution begins: all numbers are forgotten. */
void rdl_places_begin(struct rdl_places *p);
uint64_t *rdl_places_find(struct rdl_places *p, struct rdl_rng *rng,
                          const struct rdl_event *e, bool thread);

/* The number of this event's place, drawn if it has none; never 0.  Of the
 * place with this thread alone if `thread`.  At a decision most threads are
 * where they were at the one before. */
static inline uint64_t *rdl_places_number(struct rdl_places *p,
                                          struct rdl_rng *rng,
                                          const struct rdl_event *e,
                                          bool thread)
{
    const rdl_tid t = e->tid % RDL_MAX_THREADS;

    if (p->latest[t].execution == p->execution && p->latest[t].pc == e->pc &&
        p->latest[t].op == e->op && p->latest[t].thread == thread)
        return &p->slots[p->latest[t].slot % RDL_PLACES].number;
    return rdl_places_find(p, rng, e, thread);
}

#endif
