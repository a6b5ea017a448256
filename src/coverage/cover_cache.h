/* cover_cache.h - caches the requirements that an operation covers.
 *
 * A metric's answer depends only on the locations, on what is read and written,
 * and on which threads are the same (coverage.h).  So the requirements that all
 * metrics together report are looked up once; later one comparison finds them,
 * however many metrics there are.  Direct-mapped: a collision replaces an
 * entry, which costs only time.
 *
 * An entry also has the latest execution that covered its requirements.  What
 * an execution covers again costs nothing more, unless there are pairs
 * (pairs.h), which need to know when it was covered last. */
#ifndef RDL_COVERAGE_COVER_CACHE_H
#define RDL_COVERAGE_COVER_CACHE_H

#include "coverage/accesses.h"
#include "coverage/coverage.h"

#define RDL_MEMO_SLOTS 4096
#define RDL_MEMO_MOST 10

/* What an answer depends on. */
struct rdl_cover_key {
    uint32_t loc;
    uint32_t earlier; /* the latest write, the latest hold, or the holder */
    uint32_t read;    /* the very last read since, of a touch */
    uint32_t flags;
};

struct rdl_cover_cache {      /* one cache line */
    struct rdl_cover_key key; /* its loc is RDL_LOC_NONE: empty */
    uint32_t n;               /* above RDL_MEMO_MOST: cannot be cached */
    uint32_t epoch;           /* of the latest execution that covered all */
    uint32_t id[RDL_MEMO_MOST];
};

_Static_assert(sizeof(struct rdl_cover_cache) == 64, "a cache line");

/* Flags; those of a touch are below: what it does, and whether the earlier
 * write and read were the same thread's. */
enum { RDL_COVER_HANDOVER = 16, RDL_COVER_CONFLICT = 32 };

static inline struct rdl_cover_key rdl_cover_touch(const struct rdl_touch *t)
{
    return (struct rdl_cover_key){
        .loc = t->loc,
        .earlier = t->write_loc,
        .read = t->read_loc,
        .flags = (uint32_t)t->reads | (uint32_t)t->writes << 1 |
                 (uint32_t)(t->write_thread == t->thread) << 2 |
                 (uint32_t)(t->read_thread == t->thread) << 3,
    };
}

/* That of the touch that an access to exactly these bytes is. */
static inline struct rdl_cover_key
rdl_cover_access(const struct rdl_access *a, const struct rdl_access_cell *h)
{
    return (struct rdl_cover_key){
        .loc = a->loc,
        .earlier = h->write_loc,
        .read = h->read_loc,
        .flags = a->does | (uint32_t)(h->write_thread == a->thread) << 2 |
                 (uint32_t)(h->read_thread == a->thread) << 3,
    };
}

_Static_assert(RDL_DOES_READ == 1 && RDL_DOES_WRITE == 2, "as flags");

static inline struct rdl_cover_key
rdl_cover_handover(const struct rdl_handover *h)
{
    return (struct rdl_cover_key){
        .loc = h->loc,
        .earlier = h->last_loc,
        .flags = RDL_COVER_HANDOVER | (uint32_t)(h->last_thread == h->thread)
                                          << 2,
    };
}

static inline struct rdl_cover_key
rdl_cover_conflict(const struct rdl_conflict *c)
{
    return (struct rdl_cover_key){
        .loc = c->loc,
        .earlier = c->holder_loc,
        .flags = RDL_COVER_CONFLICT,
    };
}

static inline struct rdl_cover_cache *
rdl_cover_cache_at(struct rdl_cover_cache *memos, struct rdl_cover_key key)
{
    const uint64_t mixed = (uint64_t)key.loc << 32 ^ key.earlier ^
                           (uint64_t)key.read << 16 ^ (uint64_t)key.flags << 58;

    return &memos[rdl_hash_index_hash(mixed) >> (64 - 12)];
}

_Static_assert(RDL_MEMO_SLOTS == 1 << 12, "as the shift says");

/* Does it have the answer? */
static inline bool rdl_cover_cache_is(const struct rdl_cover_cache *memo,
                                      struct rdl_cover_key key)
{
    return memo->key.loc == key.loc && memo->key.earlier == key.earlier &&
           memo->key.read == key.read && memo->key.flags == key.flags;
}

/* Begins a new entry; rdl_cover_cache_add() then adds each requirement. */
static inline void rdl_cover_cache_begin(struct rdl_cover_cache *memo,
                                         const struct rdl_cover_key *key)
{
    memo->key = *key;
    memo->n = 0;
}

/* The execution of that epoch has covered what the entry lists. */
static inline void rdl_cover_cache_end(struct rdl_cover_cache *memo,
                                       uint32_t epoch)
{
    memo->epoch = epoch;
    if (memo->n > RDL_MEMO_MOST)
        memo->key.loc = RDL_LOC_NONE;
}

#endif
