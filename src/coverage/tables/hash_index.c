/* hash_index.c - how the index grows: see hash_index.h. */
#include "coverage/tables/hash_index.h"

#include <string.h>

#define FIRST_SLOTS 256

/* The slots before the first key.  No slot is live in epoch 0, so they are only
 * read, and no caller need ask whether there are slots. */
static struct rdl_hash_index_slot empty[2];
#define EMPTY_SHIFT 63

void rdl_hash_index_init(struct rdl_hash_index *keyed,
                         const struct rdl_allocator *supply)
{
    *keyed = (struct rdl_hash_index){
        .slots = empty,
        .shift = EMPTY_SHIFT,
        .epoch = 1,
        .supply = supply,
    };
}

void rdl_hash_index_clear(struct rdl_hash_index *keyed)
{
    keyed->used = 0;
    if (++keyed->epoch != 0)
        return;
    if (keyed->n_slots > 0)
        memset(keyed->slots, 0,
               keyed->n_slots * sizeof(struct rdl_hash_index_slot));
    keyed->epoch = 1;
}

static struct rdl_hash_index_slot *
index_place(const struct rdl_hash_index *keyed, uint64_t key)
{
    uint32_t i = (uint32_t)(rdl_hash_index_hash(key) >> keyed->shift);

    while (rdl_hash_index_live(keyed, i))
        i = (i + 1) & (keyed->n_slots - 1);
    return &keyed->slots[i];
}

static bool index_grow(struct rdl_hash_index *keyed)
{
    struct rdl_hash_index larger = *keyed;

    larger.n_slots = keyed->n_slots == 0 ? FIRST_SLOTS : keyed->n_slots * 2;
    if (larger.n_slots == 0)
        return false;
    larger.shift = 64 - (uint32_t)__builtin_ctz(larger.n_slots);
    larger.slots = keyed->supply->more(keyed->supply->owner,
                                       larger.n_slots *
                                           sizeof(struct rdl_hash_index_slot));
    if (larger.slots == NULL)
        return false;
    for (uint32_t i = 0; i < keyed->n_slots; i++) {
        if (rdl_hash_index_live(keyed, i))
            *index_place(&larger, keyed->slots[i].key) = keyed->slots[i];
    }
    *keyed = larger;
    return true;
}

uint32_t *rdl_hash_index_insert(struct rdl_hash_index *keyed, uint64_t key)
{
    struct rdl_hash_index_slot *slot;

    if (keyed->used >= keyed->n_slots / 2 && !index_grow(keyed))
        return NULL;
    slot = index_place(keyed, key);
    *slot = (struct rdl_hash_index_slot){ .key = key, .epoch = keyed->epoch };
    keyed->used++;
    return &slot->at;
}
