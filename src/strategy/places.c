/* places.c - see places.h. */
#include "strategy/places.h"

#include "base/hash.h"

void rdl_places_begin(struct rdl_places *p)
{
    p->execution++;
    p->n = 0;
}

static uint64_t key_of(const struct rdl_event *e, bool thread)
{
    const uint64_t who = thread ? (uint64_t)e->tid + 1 : 0;

    return rdl_fold(rdl_fold(0, e->pc), who << 8 | e->op);
}

static uint64_t *found(struct rdl_places *p, const struct rdl_event *e,
                       bool thread, unsigned slot)
{
    const rdl_tid t = e->tid % RDL_MAX_THREADS;

    p->latest[t].pc = e->pc;
    p->latest[t].execution = p->execution;
    p->latest[t].slot = (uint16_t)slot;
    p->latest[t].op = e->op;
    p->latest[t].thread = thread;
    return &p->slots[slot].number;
}

uint64_t *rdl_places_find(struct rdl_places *p, struct rdl_rng *rng,
                          const struct rdl_event *e, bool thread)
{
    const uint64_t key = key_of(e, thread);
    unsigned i = (unsigned)(key % RDL_PLACES);

    for (unsigned n = 0; n < RDL_PLACES; n++) {
        if (p->slots[i].execution != p->execution)
            break;
        if (p->slots[i].key == key)
            return found(p, e, thread, i);
        i = (i + 1) % RDL_PLACES;
    }
    if (p->n >= RDL_PLACES / 2) {
        p->spare = 1 | rdl_rng_next(rng);
        return &p->spare;
    }
    p->n++;
    p->slots[i].key = key;
    p->slots[i].execution = p->execution;
    p->slots[i].number = 1 | rdl_rng_next(rng);
    return found(p, e, thread, i);
}
