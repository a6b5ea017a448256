/* touch_cache.h - caches the requirements that a touch covers.
 *
 * A metric's answer depends only on the locations, on what is read and written,
 * and on which threads are the same (coverage.h).  So the requirements that all
 * metrics together report are looked up once; later one comparison finds them,
 * however many metrics there are.  Direct-mapped: a collision replaces an
 * entry, which costs only time. */
#ifndef RDL_COVERAGE_TOUCH_CACHE_H
#define RDL_COVERAGE_TOUCH_CACHE_H

#include "coverage/coverage.h"

#define RDL_MEMO_SLOTS 4096
#define RDL_MEMO_MOST 12

struct rdl_touch_cache { /* one cache line */
    uint32_t loc;        /* RDL_LOC_NONE: empty */
    uint32_t write_loc, read_loc;
    uint16_t flags; /* rdl_touch_cache_flags */
    uint16_t n;     /* above RDL_MEMO_MOST: cannot be cached */
    uint32_t id[RDL_MEMO_MOST];
};

_Static_assert(sizeof(struct rdl_touch_cache) == 64, "a cache line");

static inline uint16_t rdl_touch_cache_flags(const struct rdl_touch *t)
{
    return (uint16_t)(t->reads | t->writes << 1 |
                      (t->write_thread == t->thread) << 2 |
                      (t->read_thread == t->thread) << 3);
}

static inline struct rdl_touch_cache *
rdl_touch_cache_at(struct rdl_touch_cache *memos, const struct rdl_touch *t,
                   uint16_t flags)
{
    const uint64_t key = (uint64_t)t->loc << 32 ^ t->write_loc ^
                         (uint64_t)t->read_loc << 16 ^ (uint64_t)flags << 60;

    return &memos[rdl_hash_index_hash(key) >> (64 - 12)];
}

_Static_assert(RDL_MEMO_SLOTS == 1 << 12, "as the shift says");

/* Does it have the answer for this touch? */
static inline bool rdl_touch_cache_is(const struct rdl_touch_cache *memo,
                                      const struct rdl_touch *t, uint16_t flags)
{
    return memo->loc == t->loc && memo->write_loc == t->write_loc &&
           memo->read_loc == t->read_loc && memo->flags == flags;
}

/* Begins a new entry; rdl_touch_cache_add() then adds each requirement. */
static inline void rdl_touch_cache_begin(struct rdl_touch_cache *memo,
                                         const struct rdl_touch *t,
                                         uint16_t flags)
{
    memo->loc = t->loc;
    memo->write_loc = t->write_loc;
    memo->read_loc = t->read_loc;
    memo->flags = flags;
    memo->n = 0;
}

static inline void rdl_touch_cache_end(struct rdl_touch_cache *memo)
{
    if (memo->n > RDL_MEMO_MOST)
        memo->loc = RDL_LOC_NONE;
}

#endif
