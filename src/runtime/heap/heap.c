/* heap.c - blocks: size classes in spans, large blocks as spans of their own.
 *
 * Up to 1 KiB classes are 16 bytes apart, then four to a doubling up to
 * 32 KiB.  A block freed last is handed out first, which keeps addresses dense
 * and lets a use after free meet the next owner's data, as with the C
 * library. */
#include "runtime/heap/arena.h"

#include "runtime/engine.h"
#include "runtime/machine/raw.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define FINE_LIMIT 1024 /* classes are 16 bytes apart up to here */
#define N_FINE (FINE_LIMIT / 16)
#define SMALL_LIMIT 32768
#define LARGEST (ARENA_SPAN / 2)

/* Within the heap: the arenas' blocks, then for each its page map, its pool of
 * descriptors and slots, and its struct. */
#define MAP_AT(i) ((UINT64_C(2) << 40) + ((uint64_t)(i) << 38))
#define POOL_AT(i) (MAP_AT(i) + (UINT64_C(1) << 36))
#define STATE_AT(i) (MAP_AT(i) + (UINT64_C(1) << 37))
#define STATE_SIZE ((sizeof(struct arena) + PAGE - 1) & ~(PAGE - 1))

/* Far from where the kernel places anything of its own accord. */
static const uintptr_t places[] = { 0x100000000000, 0x180000000000,
                                    0x400000000000, 0x480000000000 };
#define N_PLACES (sizeof(places) / sizeof(places[0]))

/* Set once; until then no address lies in the heap. */
#define NOWHERE (UINTPTR_MAX / 2 + 1)
static uintptr_t base = NOWHERE;
static struct arena *arenas[RDL_N_ARENAS];

/* Is the whole range free?  Tried by mapping it: the kernel answers EEXIST
 * before it looks at limits. */
static bool place_free(uintptr_t at)
{
    long got = rdl_raw(SYS_mmap, at, RDL_HEAP_SPAN, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                           MAP_FIXED_NOREPLACE,
                       -1, 0);

    if (got > 0)
        rdl_raw(SYS_munmap, got, RDL_HEAP_SPAN);
    return got == (long)at || got == -ENOMEM;
}

static bool heap_init(void)
{
    size_t p = 0;

    while (p < N_PLACES && !place_free(places[p]))
        p++;
    if (p == N_PLACES)
        return false;
    for (size_t i = 0; i < RDL_N_ARENAS; i++) {
        if (!rdl_heap_map((void *)(places[p] + STATE_AT(i)), STATE_SIZE)) {
            while (i-- > 0)
                rdl_raw(SYS_munmap, places[p] + STATE_AT(i), STATE_SIZE);
            return false;
        }
        arenas[i] = (struct arena *)(places[p] + STATE_AT(i));
        rdl_arena_init(arenas[i], (char *)(places[p] + i * ARENA_SPAN),
                       (char *)(places[p] + MAP_AT(i)),
                       (char *)(places[p] + POOL_AT(i)));
    }
    base = places[p];
    return true;
}

bool rdl_heap_displaced(void)
{
    return base != NOWHERE && base != places[0];
}

/* The arena of an address that lies in one. */
static struct arena *arena_of(const void *p)
{
    return arenas[((uintptr_t)p - base) / ARENA_SPAN];
}

static inline struct span *span_of(uintptr_t addr)
{
    uintptr_t at = addr - base;
    struct arena *a;
    size_t page;

    if (at >= RDL_N_ARENAS * ARENA_SPAN)
        return NULL;
    a = arenas[at / ARENA_SPAN];
    page = at % ARENA_SPAN >> PAGE_SHIFT;
    return page < a->n_pages ? a->map[page] : NULL;
}

static inline size_t block_of(const struct span *s, uintptr_t addr)
{
    return (addr - (uintptr_t)s->start) * s->reciprocal >> 40;
}

bool rdl_heap_find(uintptr_t addr, uint64_t *allocation, size_t *offset)
{
    const struct span *s = span_of(addr);
    size_t block;

    if (s == NULL)
        return false;
    block = block_of(s, addr);
    /* Behind the last block of a span there may be a rest. */
    if (block >= s->n_blocks || s->slots[block].allocation == 0)
        return false;
    *allocation = s->slots[block].allocation;
    *offset = addr - (uintptr_t)s->start - block * s->block_size;
    return true;
}

/* The slot of a block in use, by its start. */
static struct slot *slot_at(const void *block, struct span **span)
{
    struct span *s = span_of((uintptr_t)block);
    size_t i;

    if (s == NULL)
        return NULL;
    i = block_of(s, (uintptr_t)block);
    if (i >= s->n_blocks || s->slots[i].allocation == 0 ||
        s->start + i * s->block_size != block)
        return NULL;
    *span = s;
    return &s->slots[i];
}

/* size > 0 */
static unsigned class_of(size_t size)
{
    unsigned log;

    if (likely(size <= FINE_LIMIT))
        return (unsigned)((size + 15) / 16 - 1);
    log = 63 - (unsigned)__builtin_clzll(size - 1);
    return N_FINE + (log - 10) * 4 + (unsigned)((size - 1) >> (log - 2) & 3);
}

static size_t class_size(unsigned class)
{
    unsigned step = class - N_FINE;

    if (class < N_FINE)
        return (class + 1) * (size_t)16;
    return (size_t)(5 + step % 4) << (8 + step / 4);
}

static size_t class_pages(size_t size)
{
    return size <= 1024 ? 4 : size <= 4096 ? 16 : 64;
}

static void unlink_partial(struct arena *a, struct span *s)
{
    if (s->previous != NULL)
        s->previous->next = s->next;
    else
        a->partial[s->class] = s->next;
    if (s->next != NULL)
        s->next->previous = s->previous;
}

static void link_partial(struct arena *a, struct span *s)
{
    struct span *head = a->partial[s->class];

    s->previous = NULL;
    s->next = head;
    if (head != NULL)
        head->previous = s;
    a->partial[s->class] = s;
}

static struct span *new_span(struct arena *a, unsigned class)
{
    const size_t size = class_size(class), pages = class_pages(size);
    const size_t n = (pages << PAGE_SHIFT) / size;
    struct span *s = a->spare[class];
    struct slot *slots;

    if (s == NULL) {
        s = rdl_arena_meta(a, sizeof(*s) + n * sizeof(*slots));
        if (s == NULL)
            return NULL;
        slots = (struct slot *)(s + 1);
    } else {
        a->spare[class] = s->next;
        slots = s->slots;
    }
    if (rdl_pages_take(a, s, pages, 1) == NULL) {
        s->slots = slots;
        s->next = a->spare[class];
        a->spare[class] = s;
        return NULL;
    }
    s->block_size = size;
    s->reciprocal = ((UINT64_C(1) << 40) + size - 1) / size;
    s->slots = slots;
    s->n_blocks = (uint32_t)n;
    s->free = NO_BLOCK;
    s->class = (uint8_t) class;
    link_partial(a, s);
    return s;
}

static void *small_alloc(struct arena *a, unsigned class, size_t size,
                         bool zero, uint64_t allocation)
{
    struct span *s = a->partial[class];
    struct slot *slot;
    uint32_t block;
    bool clean = false;
    char *p;

    if (unlikely(s == NULL) && (s = new_span(a, class)) == NULL)
        return NULL;
    block = s->free;
    if (block != NO_BLOCK) {
        s->free = (uint32_t)s->slots[block].size;
    } else {
        block = s->n_fresh++;
        clean = s->zero;
    }
    if (unlikely(++s->n_used == s->n_blocks))
        unlink_partial(a, s);
    slot = &s->slots[block];
    slot->allocation = allocation;
    slot->size = size;
    p = s->start + block * s->block_size;
    if (zero && !clean)
        memset(p, 0, size);
    return p;
}

static void *large_alloc(struct arena *a, size_t size, size_t align, bool zero,
                         uint64_t allocation)
{
    struct span *s;
    size_t pages = (size + PAGE - 1) >> PAGE_SHIFT;

    if (size > LARGEST || align > LARGEST)
        return NULL;
    align = align > PAGE ? align >> PAGE_SHIFT : 1;
    s = rdl_pages_take(a, NULL, pages > 0 ? pages : 1, align);
    if (s == NULL)
        return NULL;
    s->block_size = s->n_pages << PAGE_SHIFT;
    s->slots = &s->own;
    s->n_blocks = 1;
    s->own = (struct slot){ .allocation = allocation, .size = size };
    if (zero && !s->zero)
        memset(s->start, 0, size);
    return s->start;
}

void *rdl_heap_alloc(enum rdl_heap_arena arena, size_t size, size_t align,
                     bool zero, uint64_t allocation)
{
    struct arena *a = arenas[arena];
    unsigned class;

    if (unlikely(base == NOWHERE)) {
        if (!heap_init())
            return NULL;
        a = arenas[arena];
    }
    if (unlikely(size > SMALL_LIMIT || align > PAGE))
        return large_alloc(a, size, align, zero, allocation);
    class = class_of(size > 0 ? size : 1);
    if (unlikely(align > 16)) {
        /* Spans begin on a page: a block is aligned as its size is. */
        if (size < align)
            class = class_of(align);
        while (class < N_CLASSES && class_size(class) % align != 0)
            class ++;
        if (class == N_CLASSES)
            return large_alloc(a, size, align, zero, allocation);
    }
    return small_alloc(a, class, size, zero, allocation);
}

static void small_free(struct span *s, struct slot *slot)
{
    slot->size = s->free;
    s->free = (uint32_t)(slot - s->slots);
    if (unlikely(s->n_used-- == s->n_blocks))
        link_partial(arena_of(s->start), s);
    /* An empty span goes back, unless it is the only one of its class with
     * room: the next allocation would take it again. */
    if (unlikely(s->n_used == 0) && (s->next != NULL || s->previous != NULL)) {
        struct arena *a = arena_of(s->start);

        unlink_partial(a, s);
        rdl_pages_give(a, s, /*keep=*/true);
        s->next = a->spare[s->class];
        a->spare[s->class] = s;
    }
}

bool rdl_heap_free(void *block)
{
    struct span *s;
    struct slot *slot = slot_at(block, &s);

    if (unlikely(slot == NULL))
        return false;
    slot->allocation = 0;
    if (likely(slot != &s->own))
        small_free(s, slot);
    else
        rdl_pages_give(arena_of(s->start), s, /*keep=*/false);
    return true;
}

/* Can the block hold `size` where it is, without wasting half of it? */
static bool fits(struct span *s, const struct slot *slot, size_t size)
{
    if (slot != &s->own)
        return size <= s->block_size &&
               class_of(size > 0 ? size : 1) == s->class;
    if (size <= SMALL_LIMIT || size > LARGEST ||
        !rdl_pages_resize(arena_of(s->start), s,
                          (size + PAGE - 1) >> PAGE_SHIFT))
        return false;
    s->block_size = s->n_pages << PAGE_SHIFT;
    return true;
}

void *rdl_heap_resize(enum rdl_heap_arena arena, void *block, size_t size,
                      uint64_t allocation)
{
    struct span *s;
    struct slot *slot = slot_at(block, &s);
    void *moved;

    ASSERT(slot != NULL);
    if (fits(s, slot, size)) {
        slot->allocation = allocation;
        slot->size = size;
        return block;
    }
    moved = rdl_heap_alloc(arena, size, 16, /*zero=*/false, allocation);
    if (moved == NULL)
        return NULL;
    /* All of the old block: the target may have used what
     * malloc_usable_size() promised. */
    memcpy(moved, block, size < s->block_size ? size : s->block_size);
    rdl_heap_free(block);
    return moved;
}

size_t rdl_heap_usable(const void *block)
{
    struct span *s;

    return slot_at(block, &s) == NULL ? 0 : s->block_size;
}

struct rdl_heap_totals rdl_heap_totals(void)
{
    struct rdl_heap_totals totals = { 0 };

    for (size_t i = 0; i < RDL_N_ARENAS && base != NOWHERE; i++) {
        const struct arena *a = arenas[i];
        const struct span *s;

        for (size_t page = 0; page < a->n_pages; page += s->n_pages) {
            s = a->map[page];
            for (size_t b = 0; b < s->n_blocks; b++) {
                if (s->slots[b].allocation == 0)
                    continue;
                totals.used += s->slots[b].size;
                totals.blocks++;
            }
        }
        totals.mapped += a->n_pages << PAGE_SHIFT;
    }
    return totals;
}
