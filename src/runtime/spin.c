/* spin.c - finding the period of a thread's events.
 *
 * As in Brent's cycle detection (BIT 1980) an anchor is compared with what
 * follows and moved on at growing distances, so that a loop of any length up
 * to LONGEST is caught after a few rounds, with constant state. */
#include "runtime/spin.h"

#include "base/hash.h"

#define SHORTEST 8
#define LONGEST 4096
/* Equal rounds before a loop counts as spinning: short counted loops over the
 * same data keep all their schedules. */
#define ENOUGH 8

bool rdl_spin_step(struct rdl_spin *s, const struct rdl_event *e)
{
    uint64_t h;

    if (rdl_spin_effect(e)) {
        *s = (struct rdl_spin){ 0 };
        return false;
    }
    h = rdl_mix(rdl_mix(e->pc, e->addr), e->op) | 1;
    /* A clock shows another value each time; waiting for it is spinning. */
    if ((e->flags & RDL_EV_VALUE) != 0 && e->op != RDL_OP_CLOCK)
        h = rdl_mix(h, e->value) | 1;
    if (s->anchor == h) {
        s->rounds = s->round == s->previous ? s->rounds + 1 : 1;
        s->previous = s->round;
        s->round = 0;
        s->length = 0;
        return s->rounds >= ENOUGH;
    }
    if (++s->length > s->limit) {
        s->limit = s->limit < SHORTEST  ? SHORTEST
                   : s->limit < LONGEST ? 2 * s->limit
                                        : LONGEST;
        s->anchor = h;
        s->length = 0;
        s->rounds = 0;
        s->round = 0;
        s->previous = 0;
        return false;
    }
    s->round = rdl_mix(s->round, h);
    return s->rounds >= ENOUGH;
}
