/* announced.c - see announced.h.  Each announced access to memory that threads
 * share comes through here, so the usual one, of a single granule, is short. */
#include "runtime/observe/tables/announced.h"

/* The counts of a slot, by their place in it. */
enum { PLAIN_READ = 0, PLAIN_WRITE = 16, ATOMIC_READ = 32, ATOMIC_WRITE = 48 };
#define NO_ACCESS 1 /* in place of a place */
#define COUNT(place) (UINT64_C(0xffff) << (place))

/* An element of `of`. */
#define GRANULES 0x0f
#define PLACE 0x30
#define SLOT_SHIFT 8

_Static_assert(RDL_ANNOUNCED_FEW < GRANULES && ATOMIC_WRITE == PLACE,
               "they fit");

#define WRITES(access) ((RDL_ACCESS_##access & RDL_ACCESS_W) != 0)
#define ATOMIC(class) (RDL_CLASS_##class == RDL_CLASS_ATOMIC)
#define PLAIN(class) (RDL_CLASS_##class == RDL_CLASS_PLAIN)

/* Where an operator counts. */
static inline unsigned announced_place(enum rdl_op op)
{
    static const uint8_t places[] = {
#define OP(id, name, class, access, effect)                                    \
    ATOMIC(class) || PLAIN(class)                                              \
        ? (ATOMIC(class) ? ATOMIC_READ : PLAIN_READ) + 16 * WRITES(access)     \
        : NO_ACCESS,
#include "base/ops.h"
#undef OP
    };

    return places[op];
}

/* The counts of what conflicts with an access that counts there:
 * rdl_ops_conflict. */
static inline uint64_t announced_rivals(unsigned place)
{
    static const uint64_t rivals[] = {
        [PLAIN_READ / 16] = COUNT(PLAIN_WRITE) | COUNT(ATOMIC_WRITE),
        [PLAIN_WRITE / 16] = UINT64_MAX,
        [ATOMIC_READ / 16] = COUNT(PLAIN_WRITE),
        [ATOMIC_WRITE / 16] = COUNT(PLAIN_READ) | COUNT(PLAIN_WRITE),
    };

    return rivals[place / 16];
}

/* Neighbours stay neighbours; the stacks of threads, which lie at equal
 * distances, do not get the same slots. */
static inline uint32_t announced_slot(uintptr_t granule)
{
    return (uint32_t)(granule ^ granule >> 10 ^ granule >> 20) %
           RDL_ANNOUNCED_SLOTS;
}

/* An access to no bytes conflicts with those around it (rdl_overlap). */
static inline bool announced_is_one(const struct rdl_event *e)
{
    return e->addr % 8 + e->size <= 8;
}

/* How many granules an access has; one that wraps around has too many. */
static inline uintptr_t announced_granules(const struct rdl_event *e)
{
    return announced_is_one(e) ? 1
                               : (e->addr + e->size - 1) / 8 - e->addr / 8 + 1;
}

/* Adds to the counts of n granules. */
static void announced_add(struct rdl_announced *a, uintptr_t granule,
                          uintptr_t n, uint64_t one)
{
    if (n > RDL_ANNOUNCED_FEW) {
        a->all += one;
        return;
    }
    for (uintptr_t i = 0; i < n; i++)
        a->slots[announced_slot(granule + i)] += one;
}

static bool announced_any(const struct rdl_announced *a, uintptr_t granule,
                          uintptr_t n, uint64_t rivals)
{
    uint64_t counts = a->all;

    if (n > RDL_ANNOUNCED_FEW)
        return true;
    for (uintptr_t i = 0; i < n; i++)
        counts |= a->slots[announced_slot(granule + i)];
    return (counts & rivals) != 0;
}

static inline void announced_withdraw(struct rdl_announced *a, size_t tid)
{
    const uint32_t mine = a->of[tid];
    const uint32_t n = mine & GRANULES;

    if (__builtin_expect(n <= 1, 1)) /* without a branch on what it is */
        a->slots[(mine >> SLOT_SHIFT) % RDL_ANNOUNCED_SLOTS] -=
            (uint64_t)n << (mine & PLACE);
    else
        announced_add(a, a->granule[tid], n, -(UINT64_C(1) << (mine & PLACE)));
}

void rdl_announced_begin(struct rdl_announced *a)
{
    for (size_t i = 0; i < a->n_threads; i++) {
        announced_withdraw(a, i);
        a->of[i] = 0;
    }
    a->n_threads = 0;
}

/* An access to several granules. */
static __attribute__((noinline)) bool announced_wide(struct rdl_announced *a,
                                                     const struct rdl_event *e,
                                                     unsigned place)
{
    const uintptr_t granule = e->addr / 8, n = announced_granules(e);
    const bool meets = announced_any(a, granule, n, announced_rivals(place));

    a->granule[e->tid] = granule;
    a->of[e->tid] =
        place | (n > RDL_ANNOUNCED_FEW ? RDL_ANNOUNCED_FEW + 1 : (uint32_t)n);
    announced_add(a, granule, n, UINT64_C(1) << place);
    return meets;
}

bool rdl_announced_by(struct rdl_announced *a, const struct rdl_event *e)
{
    const unsigned place = announced_place((enum rdl_op)e->op);
    const rdl_tid tid = e->tid;
    uint64_t before;
    uint32_t slot;

    announced_withdraw(a, tid);
    if (place == NO_ACCESS) {
        a->of[tid] = 0;
        return false;
    }
    if (__builtin_expect(a->n_threads <= tid, 0))
        a->n_threads = tid + 1U;
    if (__builtin_expect(!announced_is_one(e), 0))
        return announced_wide(a, e, place);
    slot = announced_slot(e->addr / 8);
    a->of[tid] = slot << SLOT_SHIFT | place | 1;
    before = a->slots[slot];
    a->slots[slot] = before + (UINT64_C(1) << place);
    return ((before | a->all) & announced_rivals(place)) != 0;
}

bool rdl_announced_frees(const struct rdl_announced *a,
                         const struct rdl_event *e)
{
    return announced_any(a, e->addr / 8, announced_granules(e),
                         announced_rivals(PLAIN_WRITE));
}
