/* hash_index.h - finds the record of a key, within one execution or for good.
 *
 * Every entry has the number of its epoch, so clearing the index before the
 * next execution is one addition.  Single entries are never removed. */
#ifndef RDL_COVERAGE_TABLES_HASH_INDEX_H
#define RDL_COVERAGE_TABLES_HASH_INDEX_H

#include "coverage/tables/allocator.h"

#include <stdbool.h>
#include <stdint.h>

struct rdl_hash_index_slot {
    uint64_t key;
    uint32_t epoch; /* not the current one: empty */
    uint32_t at;    /* the caller's: where the record is */
};

struct rdl_hash_index {
    struct rdl_hash_index_slot *slots;
    uint32_t n_slots; /* a power of two; 0: none yet, `slots` is empty */
    uint32_t used;    /* in this epoch; at most half */
    uint32_t shift;
    uint32_t epoch;
    const struct rdl_allocator *supply;
};

void rdl_hash_index_init(struct rdl_hash_index *keyed,
                         const struct rdl_allocator *supply);
void rdl_hash_index_clear(struct rdl_hash_index *keyed);
/* Adds a key that is not there: the slow part of rdl_hash_index_add(). */
uint32_t *rdl_hash_index_insert(struct rdl_hash_index *keyed, uint64_t key);

/* Fibonacci hashing (Knuth, vol. 3): the top bits of the product depend on all
 * bits below; the fold includes those above. */
static inline uint64_t rdl_hash_index_hash(uint64_t key)
{
    return (key ^ key >> 29) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline bool rdl_hash_index_live(const struct rdl_hash_index *keyed,
                                       uint32_t i)
{
    return keyed->slots[i].epoch == keyed->epoch;
}

/* The slot of a key, or NULL. */
static inline struct rdl_hash_index_slot *
rdl_hash_index_slot(const struct rdl_hash_index *keyed, uint64_t key)
{
    const uint32_t mask = keyed->n_slots - 1;
    uint32_t i = (uint32_t)(rdl_hash_index_hash(key) >> keyed->shift);

    for (; rdl_hash_index_live(keyed, i); i = (i + 1) & mask) {
        if (keyed->slots[i].key == key)
            return &keyed->slots[i];
    }
    return NULL;
}

/* Where the record of a key is; 0: it has none. */
static inline uint32_t rdl_hash_index_find(const struct rdl_hash_index *keyed,
                                           uint64_t key)
{
    const struct rdl_hash_index_slot *slot = rdl_hash_index_slot(keyed, key);

    return slot != NULL ? slot->at : 0;
}

/* The field `at` of a key, 0 in a new one; NULL if there is no memory. */
static inline uint32_t *rdl_hash_index_add(struct rdl_hash_index *keyed,
                                           uint64_t key)
{
    struct rdl_hash_index_slot *slot = rdl_hash_index_slot(keyed, key);

    return slot != NULL ? &slot->at : rdl_hash_index_insert(keyed, key);
}

#endif
