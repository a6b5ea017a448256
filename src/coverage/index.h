/* index.h - numbers keys densely: the first key is 1, the next 2, ...
 *
 * It lasts for a campaign and may lie in memory that processes map at
 * different addresses, so it holds offsets, not pointers.  One writer;
 * somebody else may read while the writer is between two executions.
 *
 * Open addressing, at most half full, in a part of its room that doubles as
 * keys come: few keys stay in few cache lines however large the capacity. */
#ifndef RDL_COVERAGE_INDEX_H
#define RDL_COVERAGE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_index_slot {
    uint64_t key;
    uint32_t id; /* 0: empty */
    uint32_t unused;
};

struct rdl_index {
    uint32_t n;        /* keys; their numbers are 1..n */
    uint32_t capacity; /* most keys */
    uint32_t n_slots;  /* in use, a power of two */
    uint32_t shift;    /* of a hash, to a slot */
    uint64_t lost;     /* keys asked for when it was full */
    /* Offsets from here: uint64_t keys by number, then the slots. */
    uint64_t keys, slots;
};

/* Bytes for so many keys; init() wants them zeroed and aligned to 8. */
size_t rdl_index_size(uint32_t capacity);
void rdl_index_init(struct rdl_index *index, uint32_t capacity);
/* The number of a key that find() does not know; 0 if there is no room. */
uint32_t rdl_index_insert(struct rdl_index *index, uint64_t key);
/* Nothing in it leads outside its `size` bytes. */
bool rdl_index_sound(const struct rdl_index *index, size_t size);

static inline const uint64_t *rdl_index_keys(const struct rdl_index *index)
{
    return (const uint64_t *)((const char *)index + index->keys);
}

static inline struct rdl_index_slot *
rdl_index_slots(const struct rdl_index *index)
{
    return (struct rdl_index_slot *)((char *)index + index->slots);
}

/* Fibonacci hashing (Knuth, vol. 3): the top bits of the product depend on all
 * bits below; the fold lets those above take part. */
static inline uint64_t rdl_index_hash(uint64_t key)
{
    return (key ^ key >> 29) * UINT64_C(0x9e3779b97f4a7c15);
}

/* 0: unknown. */
static inline uint32_t rdl_index_find(const struct rdl_index *index,
                                      uint64_t key)
{
    const struct rdl_index_slot *slots = rdl_index_slots(index);
    const uint32_t mask = index->n_slots - 1;
    uint32_t i = (uint32_t)(rdl_index_hash(key) >> index->shift);

    for (;; i = (i + 1) & mask) {
        if (slots[i].id == 0 || slots[i].key == key)
            return slots[i].id;
    }
}

static inline uint32_t rdl_index_add(struct rdl_index *index, uint64_t key)
{
    uint32_t id = rdl_index_find(index, key);

    return id != 0 ? id : rdl_index_insert(index, key);
}

#endif
