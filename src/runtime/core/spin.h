/* spin.h - notices a thread that repeats the same reads without effect.
 *
 * Such a thread is left out until another has stepped: a spinning thread of
 * highest priority would otherwise keep the one it waits for from running. */
#ifndef RDL_RUNTIME_CORE_SPIN_H
#define RDL_RUNTIME_CORE_SPIN_H

#include "base/event.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define RDL_SPIN_SEEN 8 /* events of a round that are compared one by one */
#define RDL_SPIN_PLACES 8

struct rdl_spin {
    uint64_t anchor;      /* hash of the event that may begin a round */
    uint64_t round;       /* hash of this round's events so far */
    uint64_t previous;    /* of the whole round before */
    uint32_t length;      /* events since the anchor was set */
    uint32_t limit;       /* move the anchor after so many */
    uint32_t rounds;      /* equal rounds in a row */
    uint32_t clock_reads; /* since its latest effect (time/read_clock.c) */
    uint32_t period;      /* events of the whole round before */
    bool differs; /* this round, from the one before: the loop was left */
    /* Since its latest effect: how many events there were, at which of them it
     * looked where it had not been before, as far as `places` can tell. */
    uint64_t events, grown;
    uint32_t rarer; /* bits: one place in 16, 32, 64, ... is kept */
    uint32_t n_places;
    uint32_t seen[RDL_SPIN_SEEN];     /* of the latest round; never cleared */
    uint64_t places[RDL_SPIN_PLACES]; /* a sample; nor are these */
};

/* Did executing `e` change anything that another thread can notice? */
static inline bool rdl_spin_effect(const struct rdl_event *e)
{
    return rdl_op_effect((enum rdl_op)e->op) == RDL_ACTS &&
           (e->flags & RDL_EV_FAILED) == 0;
}

/* Equal rounds before a loop counts as spinning: short counted loops over the
 * same data keep all their schedules. */
#define RDL_SPIN_ENOUGH 8

/* For rdl_spin_step: the anchor was met again; it is due to be moved. */
void rdl_spin_round(struct rdl_spin *s);
/* And: an event within a round that is not the first. */
void rdl_spin_within(struct rdl_spin *s, uint64_t event);
void rdl_spin_move(struct rdl_spin *s, uint64_t anchor);
/* And: it looks at a place that belongs to the sample. */
void rdl_spin_look(struct rdl_spin *s, uintptr_t addr);

/* Mixed twice: the elements of a table are not to lie in step. */
static inline bool rdl_spin_sampled(const struct rdl_spin *s, uintptr_t addr)
{
    uint64_t h = addr * UINT64_C(0x9e3779b97f4a7c15);

    h = (h ^ h >> 32) * UINT64_C(0xff51afd7ed558ccd);
    return (h >> 36 & (s->rarer << 4 | 15)) == 0;
}

/* Has it come to new places in the later half of so many events?  Then it does
 * not wait: it searches, or adds up, what is large. */
#define RDL_SPIN_MANY 200
static inline bool rdl_spin_goes_on(const struct rdl_spin *s)
{
    return s->events >= RDL_SPIN_MANY && s->grown > s->events / 2;
}

/* The thread executed `e`, with or without an effect; returns whether it now
 * counts as spinning.  Inline and with few multiplications, for it is asked at
 * every step; odd constants, so that no two events that differ in one thing
 * are equal. */
static inline bool rdl_spin_step(struct rdl_spin *s, const struct rdl_event *e,
                                 bool effect)
{
    uint64_t h;

    if (effect) {
        memset(s, 0, offsetof(struct rdl_spin, seen));
        return false;
    }
    s->events++;
    if (rdl_spin_sampled(s, e->addr))
        rdl_spin_look(s, e->addr);
    h = e->pc * UINT64_C(0x9e3779b97f4a7c15) +
        e->addr * UINT64_C(0xff51afd7ed558ccd) + e->op;
    /* A clock shows another value each time; waiting for it is spinning. */
    if ((e->flags & RDL_EV_VALUE) != 0 && e->op != RDL_OP_CLOCK)
        h += (e->value + 1) * UINT64_C(0xc4ceb9fe1a85ec53);
    if (s->anchor == h)
        rdl_spin_round(s);
    else if (++s->length > s->limit)
        rdl_spin_move(s, h);
    else {
        s->round = (s->round ^ h) * UINT64_C(0x9e3779b97f4a7c15);
        if (s->rounds > 0)
            rdl_spin_within(s, h);
    }
    return s->rounds >= RDL_SPIN_ENOUGH && !s->differs;
}

#endif
