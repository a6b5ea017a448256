/* spin.c - finds the period of a thread's events.
 *
 * As in Brent's cycle detection (BIT 1980), an anchor is compared with the
 * events that follow, and moves on at growing distances.  A loop of any length
 * up to LONGEST is thus detected after a few rounds, with constant state. */
#include "runtime/core/spin.h"

#define SHORTEST 8
#define LONGEST 4096

void rdl_spin_round(struct rdl_spin *s)
{
    s->rounds = s->round == s->previous ? s->rounds + 1 : 1;
    s->previous = s->round;
    s->period = s->length;
    s->round = 0;
    s->length = 0;
    s->differs = false;
}

/* A thread that reads something different from the previous round has got what
 * it waited for: its next switch has nothing to do with spinning. Only the
 * first events of a long round are compared, and its length. */
void rdl_spin_within(struct rdl_spin *s, uint64_t event)
{
    const uint32_t i = s->length - 1;

    if (s->length > s->period)
        s->differs = true;
    if (i >= RDL_SPIN_SEEN)
        return;
    if (s->rounds > 1 && s->seen[i] != (uint32_t)event)
        s->differs = true;
    s->seen[i] = (uint32_t)event;
}

void rdl_spin_move(struct rdl_spin *s, uint64_t anchor)
{
    s->limit = s->limit < SHORTEST  ? SHORTEST
               : s->limit < LONGEST ? 2 * s->limit
                                    : LONGEST;
    s->anchor = anchor;
    s->length = 0;
    s->rounds = 0;
    s->round = 0;
    s->previous = 0;
    s->differs = false;
}
