/* keyed.h - finds the record of a key, within one execution.
 *
 * Every entry carries the number of its epoch, so that forgetting all of them
 * before the next execution is one addition.  Nothing is taken out before. */
#ifndef RDL_COVERAGE_KEYED_H
#define RDL_COVERAGE_KEYED_H

#include "coverage/index.h"
#include "coverage/supply.h"

struct rdl_keyed_slot {
    uint64_t key;
    uint32_t epoch; /* not the current one: empty */
    uint32_t at;    /* the caller's: where the record is */
};

struct rdl_keyed {
    struct rdl_keyed_slot *slots;
    uint32_t n_slots; /* a power of two; 0: the supply gave nothing */
    uint32_t used;    /* in this epoch; at most half */
    uint32_t shift;
    uint32_t epoch;
    const struct rdl_supply *supply;
};

void rdl_keyed_init(struct rdl_keyed *keyed, const struct rdl_supply *supply);
void rdl_keyed_clear(struct rdl_keyed *keyed);
/* What add() does with a key that is not there. */
uint32_t *rdl_keyed_insert(struct rdl_keyed *keyed, uint64_t key);

static inline bool rdl_keyed_live(const struct rdl_keyed *keyed, uint32_t i)
{
    return keyed->slots[i].epoch == keyed->epoch;
}

/* The slot of a key, or NULL. */
static inline struct rdl_keyed_slot *
rdl_keyed_slot(const struct rdl_keyed *keyed, uint64_t key)
{
    const uint32_t mask = keyed->n_slots - 1;
    uint32_t i;

    if (keyed->n_slots == 0)
        return NULL;
    i = (uint32_t)(rdl_index_hash(key) >> keyed->shift);
    for (; rdl_keyed_live(keyed, i); i = (i + 1) & mask) {
        if (keyed->slots[i].key == key)
            return &keyed->slots[i];
    }
    return NULL;
}

/* Where the record of a key is; 0: it has none. */
static inline uint32_t rdl_keyed_find(const struct rdl_keyed *keyed,
                                      uint64_t key)
{
    const struct rdl_keyed_slot *slot = rdl_keyed_slot(keyed, key);

    return slot != NULL ? slot->at : 0;
}

/* The place for `at` of a key, 0 in a new one; NULL if there is no memory. */
static inline uint32_t *rdl_keyed_add(struct rdl_keyed *keyed, uint64_t key)
{
    struct rdl_keyed_slot *slot = rdl_keyed_slot(keyed, key);

    return slot != NULL ? &slot->at : rdl_keyed_insert(keyed, key);
}

#endif
