/* requirements.c - see requirements.h.  The functions of the first part need
 * the lock; those of the second take it if there is room. */
#include "coverage/tables/requirements.h"

#include <string.h>

void rdl_requirements_begin(struct rdl_covering *c, uint64_t number,
                            bool repeats)
{
    c->n_order = c->n_before = c->n_moved = c->n_new = 0;
    memset(c->new_of, 0, sizeof(c->new_of));
    c->execution = number;
    c->counts = c->slot.sheet != NULL && !repeats;
    if (c->counts)
        rdl_hits_begin(&c->slot, number);
    if (++c->epoch != 0)
        return;
    memset(c->curr, 0, ((size_t)c->mirror.capacity + 1) * sizeof(*c->curr));
    c->epoch = 1;
}

/* Each count is a single word: readers see it whole. */
static void requirements_add(uint32_t *count, uint32_t by)
{
    __atomic_store_n(count, *count + by, __ATOMIC_RELAXED);
}

/* --- Under the lock --------------------------------------------------------
 */

/* Release: a reader that follows the chain sees the whole requirement. */
static void requirements_link_to(struct rdl_covering *c, uint32_t location,
                                 uint32_t id)
{
    __atomic_store_n(&c->shared.heads[location], id, __ATOMIC_RELEASE);
}

static uint32_t requirements_append(struct rdl_covering *c, uint64_t key)
{
    const uint32_t l1 = rdl_key_l1(key), l2 = rdl_key_l2(key);
    const uint32_t id = c->mirror.n + 1;

    c->shared.records[id] = (struct rdl_requirement){
        .first = RDL_NOT_COVERED,
        .next = { c->shared.heads[l1], l2 != l1 ? c->shared.heads[l2] : 0 },
    };
    rdl_mirror_append(&c->mirror, key);
    requirements_link_to(c, l1, id);
    if (l2 != l1)
        requirements_link_to(c, l2, id);
    return id;
}

/* 0: no room. */
static uint32_t requirements_find_or_append(struct rdl_covering *c,
                                            uint64_t key)
{
    uint32_t id;

    if (!rdl_mirror_sync(&c->mirror))
        return 0;
    id = rdl_mirror_find(&c->mirror, key);
    if (id != 0)
        return id;
    return c->mirror.n < c->mirror.capacity ? requirements_append(c, key) : 0;
}

/* An estimated requirement becomes (+1) or is no longer (-1) uncovered. */
static void requirements_count_open(struct rdl_covering *c, uint64_t key,
                                    uint32_t by)
{
    uint32_t *open = c->shared.open + rdl_key_metric(key);
    const uint32_t l1 = rdl_key_l1(key), l2 = rdl_key_l2(key);

    requirements_add(&open[(size_t)l1 * RDL_MAX_METRICS], by);
    if (l2 != l1)
        requirements_add(&open[(size_t)l2 * RDL_MAX_METRICS], by);
}

/* False: another process was faster, or the memory is damaged. */
static bool requirements_set_covered(struct rdl_covering *c, uint32_t id,
                                     uint64_t first)
{
    const uint64_t key = rdl_requirement_key(c, id);
    const unsigned metric = rdl_key_metric(key);
    const uint32_t n_log = c->table->n_log;

    if (rdl_requirement_covered(c, id) || n_log >= c->mirror.capacity ||
        !rdl_key_fits(key, c->locations))
        return false;
    __atomic_store_n(&c->shared.records[id].first, first, __ATOMIC_RELAXED);
    __atomic_store_n(&c->shared.log[n_log], id, __ATOMIC_RELAXED);
    __atomic_store_n(&c->table->n_log, n_log + 1, __ATOMIC_RELEASE);
    rdl_bits_add_shared(c->shared.covered_set, id);
    requirements_add(&c->table->covered[metric], 1);
    if (rdl_requirement_estimated(c, id)) {
        requirements_add(&c->table->both[metric], 1);
        requirements_count_open(c, key, UINT32_MAX); /* -1 */
    }
    return true;
}

static void requirements_set_estimated(struct rdl_covering *c, uint32_t id)
{
    const uint64_t key = rdl_requirement_key(c, id);
    const unsigned metric = rdl_key_metric(key);

    if (!rdl_key_fits(key, c->locations) ||
        !rdl_bits_add_shared(c->shared.estimated_set, id))
        return;
    requirements_add(&c->table->estimated[metric], 1);
    if (rdl_requirement_covered(c, id))
        requirements_add(&c->table->both[metric], 1);
    else
        requirements_count_open(c, key, 1);
}

/* ---------------------------------------------------------------------------
 */

/* Can a key that is not in the mirror be recorded at all?  Asked first: if the
 * table is full, no process need wait for the lock to see it. */
static bool requirements_has_room(const struct rdl_covering *c, uint64_t key)
{
    return c->mirror.n < c->mirror.capacity &&
           rdl_key_fits(key, c->locations) && rdl_key_l1(key) != RDL_LOC_REST &&
           rdl_key_l2(key) != RDL_LOC_REST;
}

uint32_t rdl_requirements_insert(struct rdl_covering *c, uint64_t key)
{
    uint32_t id = 0;

    if (requirements_has_room(c, key) && rdl_participant_lock(c->participant)) {
        id = requirements_find_or_append(c, key);
        rdl_participant_unlock(c->participant);
    }
    if (id == 0)
        rdl_participant_lose(&c->table->ledger.lost);
    return id;
}

void rdl_requirements_first(struct rdl_covering *c, uint32_t id)
{
    c->curr[id].epoch = c->epoch;
    if (c->counts)
        rdl_hits_list(&c->slot, c->n_order, id);
    c->order[c->n_order++] = id;
    if (rdl_requirement_covered(c, id))
        return;
    if (!rdl_participant_lock(c->participant)) {
        rdl_participant_lose(&c->table->ledger.lost);
        return;
    }
    if (requirements_set_covered(c, id, c->execution)) {
        c->n_new++;
        c->new_of[rdl_key_metric(rdl_requirement_key(c, id))]++;
    }
    rdl_participant_unlock(c->participant);
}

static uint32_t requirements_find_or_insert(struct rdl_covering *c,
                                            uint64_t key)
{
    const uint32_t id = rdl_requirements_find(c, key);

    return id != 0 ? id : rdl_requirements_insert(c, key);
}

/* A program with thousands of lock calls on one lock has millions of possible
 * pairs.  They must not take the room of requirements that will be covered, nor
 * may one metric take that of the others. */
static bool requirements_may_estimate(const struct rdl_covering *c,
                                      uint64_t key)
{
    return c->mirror.n < c->mirror.capacity / 2 &&
           c->table->estimated[rdl_key_metric(key)] < c->mirror.capacity / 4;
}

uint32_t rdl_requirements_room(const struct rdl_covering *c, uint32_t metrics)
{
    uint32_t room = 0;

    for (uint32_t left = metrics; left != 0; left &= left - 1) {
        const unsigned metric = (unsigned)__builtin_ctz(left);

        if (requirements_may_estimate(c, rdl_key(metric, 0, 0)))
            room |= UINT32_C(1) << metric;
    }
    return room;
}

uint32_t rdl_requirements_estimate(struct rdl_covering *c, uint64_t key)
{
    uint32_t id = rdl_requirements_find(c, key);

    if (id == 0 && requirements_may_estimate(c, key))
        id = rdl_requirements_insert(c, key);
    else if (id == 0)
        rdl_participant_lose(&c->table->ledger.lost);
    if (id == 0 || rdl_requirement_estimated(c, id))
        return id;
    if (!rdl_participant_lock(c->participant)) {
        rdl_participant_lose(&c->table->ledger.lost);
        return 0;
    }
    requirements_set_estimated(c, id);
    rdl_participant_unlock(c->participant);
    return id;
}

uint32_t rdl_requirements_restore(struct rdl_covering *c, uint64_t key,
                                  uint64_t first)
{
    const uint32_t id = requirements_find_or_insert(c, key);

    if (id == 0 || !rdl_participant_lock(c->participant))
        return 0;
    if (!requirements_set_covered(c, id, first) &&
        rdl_requirement_covered(c, id) && first < rdl_requirement_first(c, id))
        __atomic_store_n(&c->shared.records[id].first, first, __ATOMIC_RELAXED);
    rdl_participant_unlock(c->participant);
    return id;
}
