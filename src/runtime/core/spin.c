/* spin.c - finding the period of a thread's events.
 *
 * As in Brent's cycle detection (BIT 1980) an anchor is compared with what
 * follows and moved on at growing distances, so that a loop of any length up
 * to LONGEST is caught after a few rounds, with constant state. */
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

/* Who reads something else than in the round before has what it waited for:
 * its next switch is no matter of spinning.  Of a long round only the first
 * events are compared, and its length. */
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

/* A sample of the places that it looked at, by their hash: when there is no
 * more room every other one, on the average, is given up, and with it all that
 * are like it (Wegman's adaptive sampling; Flajolet, Computing 1990).  Who
 * goes round, however long the way, comes to no new one after a while; who goes
 * on meets them at distances that grow with what lies behind. */
void rdl_spin_look(struct rdl_spin *s, uintptr_t addr)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n_places; i++) {
        if (s->places[i] == addr)
            return;
    }
    s->grown = s->events;
    while (s->n_places == RDL_SPIN_PLACES && s->rarer < UINT32_MAX >> 5) {
        s->rarer = s->rarer << 1 | 1;
        n = 0;
        for (uint32_t i = 0; i < s->n_places; i++) {
            if (rdl_spin_sampled(s, s->places[i]))
                s->places[n++] = s->places[i];
        }
        s->n_places = n;
    }
    if (s->n_places < RDL_SPIN_PLACES && rdl_spin_sampled(s, addr))
        s->places[s->n_places++] = addr;
}
