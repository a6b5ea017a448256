/* index.c - how an index grows: see index.h. */
#include "coverage/index.h"

#include <string.h>

#define FIRST_SLOTS 64

static uint32_t max_slots(uint32_t capacity)
{
    uint32_t n = FIRST_SLOTS;

    while (n / 2 < capacity + 1)
        n *= 2;
    return n;
}

static size_t keys_size(uint32_t capacity)
{
    return ((size_t)capacity + 1) * sizeof(uint64_t);
}

size_t rdl_index_size(uint32_t capacity)
{
    return sizeof(struct rdl_index) + keys_size(capacity) +
           max_slots(capacity) * sizeof(struct rdl_index_slot);
}

static void set_slots(struct rdl_index *index, uint32_t n)
{
    index->n_slots = n;
    index->shift = 64 - (uint32_t)__builtin_ctz(n);
}

void rdl_index_init(struct rdl_index *index, uint32_t capacity)
{
    index->capacity = capacity;
    index->keys = sizeof(*index);
    index->slots = sizeof(*index) + keys_size(capacity);
    set_slots(index, FIRST_SLOTS);
}

static void place(struct rdl_index *index, uint64_t key, uint32_t id)
{
    struct rdl_index_slot *slots = rdl_index_slots(index);
    uint32_t i = (uint32_t)(rdl_index_hash(key) >> index->shift);

    while (slots[i].id != 0)
        i = (i + 1) & (index->n_slots - 1);
    slots[i].key = key;
    slots[i].id = id;
}

static void grow(struct rdl_index *index)
{
    memset(rdl_index_slots(index), 0,
           index->n_slots * sizeof(struct rdl_index_slot));
    set_slots(index, index->n_slots * 2);
    for (uint32_t id = 1; id <= index->n; id++)
        place(index, rdl_index_keys(index)[id], id);
}

uint32_t rdl_index_insert(struct rdl_index *index, uint64_t key)
{
    uint32_t id = index->n + 1;

    if (index->n == index->capacity) {
        index->lost++;
        return 0;
    }
    if (id > index->n_slots / 2)
        grow(index);
    ((uint64_t *)rdl_index_keys(index))[id] = key;
    place(index, key, id);
    index->n = id;
    return id;
}

bool rdl_index_sound(const struct rdl_index *index, size_t size)
{
    uint32_t empty = 0;

    if (size < sizeof(*index) || index->capacity > UINT32_MAX / 8 ||
        rdl_index_size(index->capacity) > size ||
        index->keys != sizeof(*index) ||
        index->slots != sizeof(*index) + keys_size(index->capacity) ||
        index->n > index->capacity || index->n_slots < FIRST_SLOTS ||
        index->n_slots > max_slots(index->capacity) ||
        (index->n_slots & (index->n_slots - 1)) != 0 ||
        index->shift != 64 - (uint32_t)__builtin_ctz(index->n_slots))
        return false;
    for (uint32_t i = 0; i < index->n_slots; i++) {
        if (rdl_index_slots(index)[i].id > index->n)
            return false;
        empty += rdl_index_slots(index)[i].id == 0;
    }
    return empty > 0; /* or find() would not end */
}
