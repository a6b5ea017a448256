/* site_random.c - see site_random.h. */
#include "strategy/lib/site_random.h"

#include "base/hash.h"

enum { NO_ROOM = RDL_PLACES };

void rdl_site_random_begin(struct rdl_site_random *p, bool threads)
{
    p->execution++;
    p->threads = threads;
    p->n = 0;
    __builtin_memset(p->where, 0, p->n_threads * sizeof(p->where[0]));
}

static uint64_t random_key_of(const struct rdl_site_random *p,
                              const struct rdl_event *e)
{
    const uint64_t who = p->threads ? (uint64_t)e->tid + 1 : 0;

    return rdl_fold(rdl_fold(0, rdl_site_random_where(e)), who);
}

static unsigned random_slot_of(struct rdl_site_random *p, struct rdl_rng *rng,
                               const struct rdl_event *e)
{
    const uint64_t key = random_key_of(p, e);
    unsigned i = (unsigned)(key % RDL_PLACES);

    while (p->slots[i].execution ==
           p->execution) { /* half of the slots are free */
        if (p->slots[i].key == key)
            return i;
        i = (i + 1) % RDL_PLACES;
    }
    if (p->n >= RDL_PLACES / 2)
        return NO_ROOM;
    p->n++;
    p->slots[i].key = key;
    p->slots[i].execution = p->execution;
    p->slots[i].number = 1 | rdl_rng_next(rng);
    return i;
}

uint64_t rdl_site_random_find(struct rdl_site_random *p, struct rdl_rng *rng,
                              const struct rdl_event *e)
{
    const unsigned slot = random_slot_of(p, rng, e);
    const rdl_tid t = e->tid % RDL_MAX_THREADS;

    if (slot == NO_ROOM)
        return 1 | rdl_rng_next(rng);
    if (p->n_threads <= t)
        p->n_threads = t + 1U;
    p->where[t] = rdl_site_random_where(e);
    p->slot[t] = (uint16_t)slot;
    return p->slots[slot].number;
}

void rdl_site_random_redraw(struct rdl_site_random *p, struct rdl_rng *rng,
                            const struct rdl_event *e)
{
    const unsigned slot = random_slot_of(p, rng, e);

    if (slot != NO_ROOM)
        p->slots[slot].number = 1 | rdl_rng_next(rng);
}
