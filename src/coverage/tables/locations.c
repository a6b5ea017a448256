/* locations.c - see locations.h. */
#include "coverage/tables/locations.h"

static uint32_t locations_number_of(uint32_t id)
{
    return id - 1 + RDL_LOC_FIRST;
}

/* Under the lock; 0: no room. */
static uint32_t locations_append(struct rdl_mirror *m, uint64_t key)
{
    uint32_t id;

    if (!rdl_mirror_sync(m))
        return 0;
    id = rdl_mirror_find(m, key);
    if (id != 0)
        return id;
    return m->n < m->capacity ? rdl_mirror_append(m, key) : 0;
}

uint32_t rdl_location_named(struct rdl_locations *l, uint64_t key)
{
    struct rdl_mirror *m = &l->mirror;
    uint32_t id = rdl_mirror_find(m, key);

    /* A full table stays full: no lock is needed to see it. */
    if (id == 0 && m->n < m->capacity && rdl_participant_lock(l->participant)) {
        id = locations_append(m, key);
        rdl_participant_unlock(l->participant);
    }
    if (id != 0)
        return locations_number_of(id);
    rdl_participant_lose(&m->ledger->lost);
    return RDL_LOC_REST;
}

uint32_t rdl_location_new(struct rdl_locations *l, uintptr_t pc)
{
    const uint32_t number =
        rdl_location_named(l, l->namer.name(l->namer.owner, pc));
    uint32_t *at;

    /* Without the lock it may still get a number later. */
    if (number == RDL_LOC_REST && l->mirror.n < l->mirror.capacity)
        return number;
    at = rdl_hash_index_add(&l->by_pc, pc);
    if (at != NULL)
        *at = number;
    return number;
}
