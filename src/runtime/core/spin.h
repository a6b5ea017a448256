/* spin.h - detects a thread that repeats the same reads without effect.
 *
 * The scheduler leaves such a thread out until another thread has stepped:
 * otherwise a spinning thread of highest priority would starve the thread it
 * waits for. */
#ifndef RDL_RUNTIME_CORE_SPIN_H
#define RDL_RUNTIME_CORE_SPIN_H

#include "base/event.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define RDL_SPIN_SEEN 8 /* events of a round that are compared individually */

struct rdl_spin {
    uint64_t anchor;      /* hash of the event that may begin a round */
    uint64_t round;       /* hash of this round's events so far */
    uint64_t previous;    /* hash of the whole previous round */
    uint32_t length;      /* events since the anchor was set */
    uint32_t limit;       /* when `length` exceeds it, the anchor moves */
    uint32_t rounds;      /* equal rounds in a row */
    uint32_t clock_reads; /* since its latest effect (time/read_clock.c) */
    uint32_t period;      /* events of the whole previous round */
    /* This round differs from the previous one: the thread left the loop. */
    bool differs;
    uint32_t seen[RDL_SPIN_SEEN]; /* of the latest round; never cleared */
    uint32_t effects; /* steps with an effect so far; never cleared */
};

/* Did executing `e` change anything that another thread can notice? */
static inline bool rdl_spin_effect(const struct rdl_event *e)
{
    return rdl_op_effect((enum rdl_op)e->op) == RDL_ACTS &&
           (e->flags & RDL_EV_FAILED) == 0;
}

/* A loop counts as spinning after this many equal rounds.  Short counted loops
 * over the same data therefore keep all their schedules. */
#define RDL_SPIN_ENOUGH 8

/* These three serve rdl_spin_step.  round(): the anchor occurred again. */
void rdl_spin_round(struct rdl_spin *s);
/* `event` lies within a round and is not the first event of that round. */
void rdl_spin_within(struct rdl_spin *s, uint64_t event);
void rdl_spin_move(struct rdl_spin *s, uint64_t anchor);

/* The thread executed `e`, with or without an effect; returns whether it now
 * counts as spinning.  It runs at every step, hence inline and with few
 * multiplications.  The constants are odd, so that two events that differ in
 * one field have different hashes. */
static inline bool rdl_spin_step(struct rdl_spin *s, const struct rdl_event *e,
                                 bool effect)
{
    uint64_t h;

    if (effect) {
        memset(s, 0, offsetof(struct rdl_spin, seen));
        s->effects++;
        return false;
    }
    h = e->pc * UINT64_C(0x9e3779b97f4a7c15) +
        e->addr * UINT64_C(0xff51afd7ed558ccd) + e->op;
    /* Each clock read returns a new value, but a thread that waits for a time
     * spins. */
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
