/* append_table.c - see append_table.h. */
#include "coverage/tables/append_table.h"

void rdl_mirror_init(struct rdl_mirror *m, struct rdl_append_table *ledger,
                     uint64_t *keys, uint32_t capacity,
                     const struct rdl_allocator *supply)
{
    *m = (struct rdl_mirror){
        .ledger = ledger,
        .keys = keys,
        .capacity = capacity,
    };
    rdl_hash_index_init(&m->numbers, supply);
}

bool rdl_mirror_sync(struct rdl_mirror *m)
{
    const uint32_t end = rdl_mirror_end(m);

    while (m->n < end) {
        uint32_t *number =
            rdl_hash_index_add(&m->numbers, rdl_mirror_key(m, m->n + 1));

        if (number == NULL)
            return false;
        m->n++;
        /* A repeated key means that the target overwrote it: its first number
         * counts. */
        if (*number == 0)
            *number = m->n;
    }
    return true;
}

uint32_t rdl_mirror_append(struct rdl_mirror *m, uint64_t key)
{
    const uint32_t id = m->n + 1;

    __atomic_store_n(&m->keys[id], key, __ATOMIC_RELAXED);
    __atomic_store_n(&m->ledger->n, id, __ATOMIC_RELEASE);
    rdl_mirror_sync(m); /* if there is no memory: later */
    return id;
}
