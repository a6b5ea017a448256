/* append_table.h - keys with numbers, in memory that processes share.
 *
 * The table is append-only: the first key is 1, the next 2, ...  It has no
 * index.  For finding keys each process has a mirror with the same numbers, and
 * updates it from time to time.  So finding a key writes nothing that others
 * read, and what one process does to its mirror harms no other.
 *
 * Appending needs the lock (participant.h).  Reading does not: `n` is stored
 * last (release) and loaded first (acquire), so every key up to it is complete.
 * The target may overwrite all of it, so every reader limits `n` to the
 * capacity, of which it has its own copy. */
#ifndef RDL_COVERAGE_TABLES_APPEND_TABLE_H
#define RDL_COVERAGE_TABLES_APPEND_TABLE_H

#include "coverage/tables/hash_index.h"
#include "coverage/tables/participant.h"

struct rdl_append_table {
    uint32_t n; /* keys; their numbers are 1..n */
    uint32_t unused;
    uint64_t lost; /* not recorded: no room, or no lock */
};

struct rdl_mirror {
    struct rdl_append_table *ledger;
    uint64_t *keys; /* shared too; by number */
    uint32_t capacity;
    uint32_t n; /* those in `numbers` */
    struct rdl_hash_index numbers;
};

void rdl_mirror_init(struct rdl_mirror *m, struct rdl_append_table *ledger,
                     uint64_t *keys, uint32_t capacity,
                     const struct rdl_allocator *supply);
/* Takes in what was appended since; costs only what is new.  False: there is
 * not enough memory, and the caller must not append, for the key might be
 * there. */
bool rdl_mirror_sync(struct rdl_mirror *m);
/* Appends a key and returns its number.  Call it under the lock, after a sync
 * that did not bring the key, and not if the table is full. */
uint32_t rdl_mirror_append(struct rdl_mirror *m, uint64_t key);

static inline uint32_t rdl_append_table_n(const struct rdl_append_table *ledger,
                                          uint32_t capacity)
{
    const uint32_t n = __atomic_load_n(&ledger->n, __ATOMIC_ACQUIRE);

    return n < capacity ? n : capacity;
}

/* The number of keys now, in the mirror or not. */
static inline uint32_t rdl_mirror_end(const struct rdl_mirror *m)
{
    return rdl_append_table_n(m->ledger, m->capacity);
}

/* 0: not in the mirror. */
static inline uint32_t rdl_mirror_find(const struct rdl_mirror *m, uint64_t key)
{
    return rdl_hash_index_find(&m->numbers, key);
}

static inline uint64_t rdl_mirror_key(const struct rdl_mirror *m, uint32_t id)
{
    return __atomic_load_n(&m->keys[id], __ATOMIC_RELAXED);
}

#endif
