/* spin.h - notices a thread that repeats the same reads without effect.
 *
 * Such a thread is left out until another has stepped: a spinning thread of
 * highest priority would otherwise keep the one it waits for from running. */
#ifndef RDL_RUNTIME_SPIN_H
#define RDL_RUNTIME_SPIN_H

#include "base/event.h"

#include <stdbool.h>

struct rdl_spin {
    uint64_t anchor;      /* hash of the event that may begin a round */
    uint64_t round;       /* hash of this round's events so far */
    uint64_t previous;    /* of the whole round before */
    uint32_t length;      /* events since the anchor was set */
    uint32_t limit;       /* move the anchor after so many */
    uint32_t rounds;      /* equal rounds in a row */
    uint32_t clock_reads; /* since its latest effect (intercept/clock.c) */
};

/* The thread executed `e`; returns whether it now counts as spinning. */
bool rdl_spin_step(struct rdl_spin *s, const struct rdl_event *e);

/* Did executing `e` change anything that another thread can notice? */
static inline bool rdl_spin_effect(const struct rdl_event *e)
{
    return rdl_op_effect((enum rdl_op)e->op) == RDL_ACTS &&
           (e->flags & RDL_EV_FAILED) == 0;
}

#endif
