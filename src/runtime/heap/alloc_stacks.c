/* alloc_stacks.c - see alloc_stacks.h.  A hash table with chains through an
 * array that only grows, so that a process with few stacks touches few pages of
 * it.
 *
 * Every malloc and free looks a stack up: the frames are hashed and compared in
 * place, and copied only when they are new. */
#include "runtime/heap/alloc_stacks.h"

#include "runtime/heap/arena.h"

#define BUCKETS 4096
#define MOST 16384
#define HEAD 2 /* pc and outer; the shadow stack's frames follow */
#define TAIL (RDL_BLOCK_FRAMES - HEAD)

struct origin {
    uint64_t hash;
    uint32_t next; /* in its bucket, 0: the last */
    uint32_t n;    /* frames after the first two */
    uintptr_t frames[RDL_BLOCK_FRAMES];
};

struct origins {
    uint32_t n; /* the first entry is unused: its number is 0 */
    uint32_t buckets[BUCKETS];
    struct origin all[MOST];
};

static struct origins *origins; /* NULL: out of memory */

void rdl_alloc_stacks_init(void *at)
{
    if (!rdl_heap_map(at, (sizeof(*origins) + PAGE - 1) & ~(PAGE - 1)))
        return;
    origins = at;
    origins->n = 1;
}

/* A sum, so that the products do not depend on each other. */
static inline uint64_t stacks_hash_of(uintptr_t pc, uintptr_t outer,
                                      const struct rdl_frame *end, size_t n)
{
    uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h = pc * factor ^ (outer + n) * UINT64_C(0xff51afd7ed558ccd);

    for (size_t i = 1; i <= n; i++) {
        factor += UINT64_C(0xda942042e4dd58b6);
        h += end[-(ptrdiff_t)i].pc * factor;
    }
    return h ^ h >> 29;
}

static inline bool stacks_same(const struct origin *o, uintptr_t pc,
                               uintptr_t outer, const struct rdl_frame *end,
                               size_t n)
{
    if (o->n != n || o->frames[0] != pc || o->frames[1] != outer)
        return false;
    for (size_t i = 1; i <= n; i++) {
        if (o->frames[HEAD - 1 + i] != end[-(ptrdiff_t)i].pc)
            return false;
    }
    return true;
}

static uint32_t stacks_keep(uint64_t hash, uintptr_t pc, uintptr_t outer,
                            const struct rdl_frame *end, size_t n)
{
    uint32_t *bucket = &origins->buckets[hash % BUCKETS];
    struct origin *o = &origins->all[origins->n];

    if (origins->n == MOST)
        return 0;
    *o = (struct origin){
        .hash = hash,
        .next = *bucket,
        .n = (uint32_t)n,
        .frames = { pc, outer },
    };
    for (size_t i = 1; i <= n; i++)
        o->frames[HEAD - 1 + i] = end[-(ptrdiff_t)i].pc;
    *bucket = origins->n;
    return origins->n++;
}

uint32_t rdl_alloc_stacks_of(uintptr_t pc, uintptr_t outer,
                             const struct rdl_frame *frames, size_t depth)
{
    const struct rdl_frame *end = frames + depth;
    size_t n = depth < TAIL ? depth : TAIL;
    const struct origin *o;
    uint64_t hash;

    if (origins == NULL)
        return 0;
    hash = stacks_hash_of(pc, outer, end, n);
    for (uint32_t i = origins->buckets[hash % BUCKETS]; i != 0; i = o->next) {
        o = &origins->all[i];
        if (o->hash == hash && stacks_same(o, pc, outer, end, n))
            return i;
    }
    return stacks_keep(hash, pc, outer, end, n);
}

size_t rdl_alloc_stacks_frames(uint32_t origin, uintptr_t out[RDL_BLOCK_FRAMES])
{
    const struct origin *o;

    if (origins == NULL || origin == 0 || origin >= origins->n)
        return 0;
    o = &origins->all[origin];
    for (size_t i = 0; i < HEAD + o->n; i++)
        out[i] = o->frames[i];
    return HEAD + o->n;
}
