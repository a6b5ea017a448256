/* heap.c - blocks: size classes in spans, large blocks as spans of their own.
 *
 * The block that left the quarantine last is allocated first, which makes
 * addresses dense. */
#include "runtime/heap/classes.h"

#include "runtime/core/interceptor.h"
#include "runtime/heap/alloc_stacks.h"
#include "runtime/machine/raw.h"
#include "runtime/heap/heap.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define LARGEST (ARENA_SPAN / 2)
#define MOVE_LIMIT 1024 /* smaller blocks move when they are resized */

/* Layout of the heap: the arenas' blocks; then for each arena its page map, its
 * pool of descriptors and slots, its struct and its quarantine; then the
 * allocation stacks. */
#define MAP_AT(i) ((UINT64_C(2) << 40) + ((uint64_t)(i) << 38))
#define POOL_AT(i) (MAP_AT(i) + (UINT64_C(1) << 36))
#define STATE_AT(i) (MAP_AT(i) + (UINT64_C(1) << 37))
#define STATE_SIZE ((sizeof(struct arena) + PAGE - 1) & ~(PAGE - 1))
#define RING_SIZE (QUARANTINE_SLOTS * sizeof(void *))
#define ORIGINS_AT (UINT64_C(3) << 40)

/* Far from where the kernel places mappings on its own. */
static const uintptr_t places[] = { 0x100000000000, 0x180000000000,
                                    0x400000000000, 0x480000000000 };
#define N_PLACES (sizeof(places) / sizeof(places[0]))

/* Set once; until then the heap contains no address. */
#define NOWHERE (UINTPTR_MAX / 2 + 1)
uintptr_t rdl_heap_start = NOWHERE;
struct arena *rdl_arenas[RDL_N_ARENAS];

/* Is the whole range free?  Tests by mapping it: the kernel returns EEXIST
 * before it checks limits. */
static bool heap_place_free(uintptr_t at)
{
    long got = rdl_raw(SYS_mmap, at, RDL_HEAP_SPAN, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                           MAP_FIXED_NOREPLACE,
                       -1, 0);

    if (got > 0)
        rdl_raw(SYS_munmap, got, RDL_HEAP_SPAN);
    return got == (long)at || got == -ENOMEM;
}

static bool heap_arena_make(uintptr_t at, size_t i)
{
    char *state = (char *)(at + STATE_AT(i));
    struct arena *a = (struct arena *)state;

    if (!rdl_heap_map(state, STATE_SIZE + RING_SIZE))
        return false;
    rdl_arena_init(a, i, (char *)(at + i * ARENA_SPAN),
                   (char *)(at + MAP_AT(i)), (char *)(at + POOL_AT(i)));
    a->quarantine.ring = (void **)(state + STATE_SIZE);
    rdl_arenas[i] = a;
    return true;
}

static bool heap_init(void)
{
    size_t p = 0;

    while (p < N_PLACES && !heap_place_free(places[p]))
        p++;
    if (p == N_PLACES)
        return false;
    for (size_t i = 0; i < RDL_N_ARENAS; i++) {
        if (!heap_arena_make(places[p], i)) {
            while (i-- > 0)
                rdl_raw(SYS_munmap, rdl_arenas[i], STATE_SIZE + RING_SIZE);
            return false;
        }
    }
    rdl_alloc_stacks_init((void *)(places[p] + ORIGINS_AT));
    rdl_heap_start = places[p];
    return true;
}

bool rdl_heap_displaced(void)
{
    return rdl_heap_start != NOWHERE && rdl_heap_start != places[0];
}

/* The slot of the block that begins there, whatever its state; NULL: no
 * block. */
static struct slot *heap_slot_at(const void *block, struct span **span)
{
    struct span *s;
    size_t i;

    if ((uintptr_t)block - rdl_heap_start >= RDL_HEAP_BLOCKS)
        return NULL;
    s = rdl_span_of((uintptr_t)block);
    if (s == NULL || s->is_free)
        return NULL;
    i = rdl_block_of(s, (uintptr_t)block);
    if (i >= s->n_fresh || s->start + i * s->block_size != block)
        return NULL;
    *span = s;
    return &s->slots[i];
}

static struct slot *heap_used_at(const void *block, struct span **span)
{
    struct slot *slot = heap_slot_at(block, span);

    return slot != NULL && slot->state == RDL_BLOCK_USED ? slot : NULL;
}

static void heap_unlink_partial(struct arena *a, struct span *s)
{
    if (s->previous != NULL)
        s->previous->next = s->next;
    else
        a->partial[s->class] = s->next;
    if (s->next != NULL)
        s->next->previous = s->previous;
}

static void heap_link_partial(struct arena *a, struct span *s)
{
    struct span *head = a->partial[s->class];

    s->previous = NULL;
    s->next = head;
    if (head != NULL)
        head->previous = s;
    a->partial[s->class] = s;
}

static struct span *heap_new_span(struct arena *a, unsigned class)
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
    heap_link_partial(a, s);
    return s;
}

static void heap_slot_fill(struct slot *slot, size_t size,
                           const struct rdl_heap_call *call)
{
    slot->allocation = call->allocation;
    slot->size = size;
    slot->state = RDL_BLOCK_USED;
    slot->made = call->origin;
    slot->maker = call->tid;
}

/* Clears a small block.  Short ones in a loop, because the string instruction
 * is slow to start; the barrier stops the compiler from turning the loop into
 * one. */
static void heap_clear_block(char *p, size_t size)
{
    typedef uint64_t pair __attribute__((vector_size(16), may_alias));

    if (size > 256) {
        memset(p, 0, size);
        return;
    }
    for (char *end = p + size; p < end; p += sizeof(pair)) {
        *(pair *)p = (pair){ 0 };
        __asm__("" : "+r"(p));
    }
}

static void *heap_small_alloc(struct arena *a, unsigned class, size_t size,
                              bool zero, const struct rdl_heap_call *call)
{
    struct span *s = a->partial[class];
    uint32_t block;
    char *p;

    if (unlikely(s == NULL) && (s = heap_new_span(a, class)) == NULL)
        return NULL;
    block = s->free;
    if (block != NO_BLOCK) {
        s->free = s->slots[block].next;
        p = s->start + block * s->block_size;
        if (zero)
            memset(p, 0, size);
    } else {
        block = s->n_fresh++;
        p = s->start + block * s->block_size;
        heap_clear_block(p, s->block_size);
    }
    if (unlikely(++s->n_used == s->n_blocks))
        heap_unlink_partial(a, s);
    heap_slot_fill(&s->slots[block], size, call);
    return p;
}

/* Pages of a large block: at least one of them is redzone. */
static size_t heap_large_pages(size_t size)
{
    return ((size + PAGE - 1) >> PAGE_SHIFT) + 1;
}

static void *heap_large_alloc(struct arena *a, size_t size, size_t align,
                              const struct rdl_heap_call *call)
{
    struct span *s;

    if (size > LARGEST || align > LARGEST)
        return NULL;
    align = align > PAGE ? align >> PAGE_SHIFT : 1;
    s = rdl_pages_take(a, NULL, heap_large_pages(size), align);
    if (s == NULL)
        return NULL;
    s->block_size = s->n_pages << PAGE_SHIFT;
    s->slots = &s->own;
    s->n_blocks = s->n_fresh = 1;
    heap_slot_fill(&s->own, size, call);
    rdl_pages_clear(a, s);
    return s->start;
}

void *rdl_heap_alloc(enum rdl_heap_arena arena, size_t size, size_t align,
                     bool zero, const struct rdl_heap_call *call)
{
    struct arena *a = rdl_arenas[arena];
    unsigned class;

    if (unlikely(rdl_heap_start == NOWHERE)) {
        if (!heap_init())
            return NULL;
        a = rdl_arenas[arena];
    }
    if (unlikely(size > SMALL_LIMIT - RDL_HEAP_REDZONE || align > PAGE))
        return heap_large_alloc(a, size, align, call);
    class = class_of(size + RDL_HEAP_REDZONE);
    if (unlikely(align > 16)) {
        /* Spans begin on a page, so a block is aligned as its size is. */
        if (size + RDL_HEAP_REDZONE < align)
            class = class_of(align);
        while (class < N_CLASSES && class_size(class) % align != 0)
            class ++;
        if (class == N_CLASSES)
            return heap_large_alloc(a, size, align, call);
    }
    return heap_small_alloc(a, class, size, zero, call);
}

static void heap_small_release(struct span *s, struct slot *slot)
{
    struct arena *a = rdl_arena_of((uintptr_t)s->start);

    slot->next = s->free;
    s->free = (uint32_t)(slot - s->slots);
    if (unlikely(s->n_used-- == s->n_blocks))
        heap_link_partial(a, s);
    /* Frees an empty span, unless it is the only one of its class with a free
     * block: the next allocation would take it again. */
    if (unlikely(s->n_used == 0) && (s->next != NULL || s->previous != NULL)) {
        heap_unlink_partial(a, s);
        rdl_pages_give(a, s, /*keep=*/true);
        s->next = a->spare[s->class];
        a->spare[s->class] = s;
    }
}

size_t rdl_block_release(void *block)
{
    struct span *s;
    struct slot *slot = heap_slot_at(block, &s);
    size_t bytes;

    ASSERT(slot != NULL && slot->state == RDL_BLOCK_FREED);
    bytes = s->block_size;
    if (likely(slot != &s->own))
        heap_small_release(s, slot);
    else
        rdl_pages_give(rdl_arena_of((uintptr_t)block), s, /*keep=*/false);
    return bytes;
}

bool rdl_heap_free(void *block, const struct rdl_heap_call *call)
{
    struct span *s;
    struct slot *slot = heap_used_at(block, &s);

    if (unlikely(slot == NULL))
        return false;
    slot->state = RDL_BLOCK_FREED;
    slot->freed = call->origin;
    slot->freer = call->tid;
    if (call->tid == RDL_NO_TID) {
        rdl_block_release(block);
        return true;
    }
    /* Several large blocks may be in quarantine, but without their memory. */
    if (unlikely(slot == &s->own))
        rdl_pages_drop(rdl_arena_of((uintptr_t)block), s);
    rdl_quarantine_add(rdl_arena_of((uintptr_t)block), block, s->block_size);
    return true;
}

/* Can the block hold `size` where it is, without wasting half of it?  Small
 * blocks always move if they can, so that a use of the old pointer is found. */
static bool heap_fits(struct span *s, const struct slot *slot, size_t size)
{
    if (slot != &s->own)
        return size <= SMALL_LIMIT - RDL_HEAP_REDZONE &&
               class_of(size + RDL_HEAP_REDZONE) == s->class;
    if (size <= SMALL_LIMIT - RDL_HEAP_REDZONE || size > LARGEST ||
        !rdl_pages_resize(rdl_arena_of((uintptr_t)s->start), s,
                          heap_large_pages(size)))
        return false;
    s->block_size = s->n_pages << PAGE_SHIFT;
    return true;
}

void *rdl_heap_room(enum rdl_heap_arena arena, void *block, size_t size,
                    const struct rdl_heap_call *call)
{
    struct span *s;
    struct slot *slot = heap_used_at(block, &s);
    void *other;

    ASSERT(slot != NULL);
    if (s->block_size > MOVE_LIMIT && heap_fits(s, slot, size))
        return block;
    other = rdl_heap_alloc(arena, size, 16, /*zero=*/false, call);
    return other == NULL && heap_fits(s, slot, size) ? block : other;
}

void rdl_heap_move(void *block, void *room, size_t size,
                   const struct rdl_heap_call *call)
{
    struct span *s;
    struct slot *slot = heap_used_at(block, &s);

    ASSERT(slot != NULL);
    if (room == block) {
        heap_slot_fill(slot, size, call);
        return;
    }
    memcpy(room, block, size < slot->size ? size : slot->size);
    rdl_heap_free(block, call);
}

enum rdl_heap_state rdl_heap_state(const void *block)
{
    struct span *s;
    const struct slot *slot = heap_slot_at(block, &s);

    return slot == NULL ? RDL_BLOCK_NONE : (enum rdl_heap_state)slot->state;
}

size_t rdl_heap_size(const void *block)
{
    struct span *s;
    const struct slot *slot = heap_used_at(block, &s);

    return slot == NULL ? 0 : slot->size;
}
