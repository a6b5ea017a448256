/* lookup.c - from an address to its block: quickly on the path of every access,
 * thoroughly when there is a finding to explain. */
#include "runtime/heap/lookup.h"

#include "runtime/heap/arena.h"
#include "runtime/heap/alloc_stacks.h"
#include "runtime/core/interceptor.h"

/* How far after the last block an access is still attributed to it. */
#define NEAR_PAGES 16
#define MOST_BEFORE 256 /* bytes before a block that still mean that block */

/* The slot of the block that contains addr, redzone included; NULL: no block
 * there was ever allocated. */
static inline const struct slot *lookup_slot_of(uintptr_t addr, size_t *offset)
{
    const struct span *s = rdl_span_of(addr);
    size_t block;

    if (s == NULL)
        return NULL;
    block = rdl_block_of(s, addr);
    if (block >= s->n_fresh)
        return NULL;
    *offset = addr - (uintptr_t)s->start - block * s->block_size;
    return &s->slots[block];
}

/* Cache of the blocks of the latest accesses, by address; it saves the lookup
 * through page map and span.  An entry is valid while the slot has the same
 * allocation, because allocation numbers are unique.  They repeat after a
 * rewind, but then this cache is empty like all variables of the runtime. */
static struct recent {
    uintptr_t start;
    const struct slot *slot;
    uint64_t allocation; /* 0: empty */
} recent[16];

static inline const struct slot *lookup_used_slot(uintptr_t addr,
                                                  size_t *offset)
{
    struct recent *r = &recent[addr >> 8 & 15];
    const struct slot *slot = r->slot;

    *offset = addr - r->start;
    if (r->allocation != 0 && slot->allocation == r->allocation &&
        *offset < slot->size && slot->state == RDL_BLOCK_USED)
        return slot;
    slot = lookup_slot_of(addr, offset);
    if (slot == NULL || slot->state != RDL_BLOCK_USED)
        return NULL;
    *r = (struct recent){ .start = addr - *offset,
                          .slot = slot,
                          .allocation = slot->allocation };
    return slot;
}

bool rdl_heap_allows(uintptr_t addr, size_t size)
{
    size_t offset;
    const struct slot *slot = lookup_used_slot(addr, &offset);

    return slot != NULL && size <= slot->size && offset <= slot->size - size;
}

bool rdl_heap_find(uintptr_t addr, uint64_t *allocation, size_t *offset)
{
    const struct slot *slot;

    if (addr - rdl_heap_start >= RDL_HEAP_BLOCKS)
        return false;
    slot = lookup_used_slot(addr, offset);
    if (slot == NULL)
        return false;
    *allocation = slot->allocation;
    return true;
}

/* --- For findings --------------------------------------------------------- */

static void lookup_view_block(const struct span *s, size_t block,
                              uintptr_t addr, struct rdl_block_view *view)
{
    const struct slot *slot = &s->slots[block];

    view->known = true;
    view->offset = (int64_t)(addr - (uintptr_t)s->start) -
                   (int64_t)(block * s->block_size);
    view->size = slot->size;
    view->maker = slot->maker;
    view->n_made = (uint16_t)rdl_alloc_stacks_frames(slot->made, view->made);
    view->freed = slot->state == RDL_BLOCK_FREED;
    if (!view->freed)
        return;
    view->freer = slot->freer;
    view->n_gone = (uint16_t)rdl_alloc_stacks_frames(slot->freed, view->gone);
}

/* The span that an access outside all spans was meant for.  Among pages that
 * have been in use it may be any; after them it is the last. */
static const struct span *lookup_span_before(const struct arena *a, size_t page)
{
    const struct span *s;

    if (page < a->n_taken || a->n_taken == 0 || page - a->n_taken >= NEAR_PAGES)
        return NULL;
    s = a->map[a->n_taken - 1];
    return s == NULL || s->is_free ? NULL : s;
}

static bool lookup_used(const struct span *s, size_t block)
{
    return block < s->n_fresh && s->slots[block].state == RDL_BLOCK_USED;
}

/* The block of s that an access outside all blocks was meant for: the address
 * may be a little before a block as well as after one. */
static size_t lookup_nearest(const struct span *s, uintptr_t addr)
{
    size_t block = rdl_block_of(s, addr);
    uintptr_t start = (uintptr_t)s->start + block * s->block_size;

    if (block >= s->n_fresh)
        return s->n_fresh - 1;
    if (lookup_used(s, block + 1) && addr >= start + s->slots[block].size) {
        size_t behind = addr - (start + s->slots[block].size);
        size_t before = start + s->block_size - addr;

        if (before < behind || (before == behind && !lookup_used(s, block)))
            return block + 1;
    }
    return block;
}

/* The span right after that of addr, if the program uses its first block. */
static const struct span *lookup_span_after(const struct arena *a,
                                            uintptr_t addr)
{
    const struct span *s = rdl_span_of(addr);
    size_t page;

    if (s == NULL)
        return NULL;
    page = (((uintptr_t)s->start - (uintptr_t)a->start) >> PAGE_SHIFT) +
           s->n_pages;
    s = page < a->n_taken ? a->map[page] : NULL;
    return s != NULL && !s->is_free && lookup_used(s, 0) ? s : NULL;
}

/* Is the first block of the next span nearer than that of the view? */
static bool lookup_after_nearer(const struct span *next, uintptr_t addr,
                                const struct rdl_block_view *view)
{
    const uint64_t before = (uintptr_t)next->start - addr;

    if (!view->known)
        return before <= MOST_BEFORE;
    return view->offset >= 0 && (uint64_t)view->offset >= view->size &&
           before <= (uint64_t)view->offset - view->size;
}

enum rdl_misuse rdl_heap_explain(uintptr_t addr, size_t size,
                                 struct rdl_block_view *view)
{
    const struct arena *a = rdl_arena_of(addr);
    const struct span *s = rdl_span_of(addr);
    const struct span *next;
    size_t page = (addr - (uintptr_t)a->start) >> PAGE_SHIFT;

    if (s == NULL || s->is_free)
        s = lookup_span_before(a, page);
    *view =
        (struct rdl_block_view){ .access = size < UINT32_MAX ? (uint32_t)size
                                                             : UINT32_MAX };
    if (s != NULL && s->n_fresh > 0)
        lookup_view_block(s, lookup_nearest(s, addr), addr, view);
    next = lookup_span_after(a, addr);
    if (next != NULL && lookup_after_nearer(next, addr, view))
        lookup_view_block(next, 0, addr, view);
    if (!view->known)
        return page < a->n_taken ? RDL_HEAP_FREED : RDL_HEAP_BEYOND;
    return view->freed && view->offset >= 0 &&
                   (uint64_t)view->offset < view->size
               ? RDL_HEAP_FREED
               : RDL_HEAP_BEYOND;
}

enum rdl_misuse rdl_heap_explain_free(uintptr_t addr,
                                      struct rdl_block_view *view)
{
    const struct span *s;

    *view = (struct rdl_block_view){ .known = false };
    if (addr - rdl_heap_start >= RDL_HEAP_BLOCKS)
        return RDL_FREE_INVALID;
    s = rdl_span_of(addr);
    if (s == NULL || s->is_free || rdl_block_of(s, addr) >= s->n_fresh)
        return RDL_FREE_INVALID;
    lookup_view_block(s, rdl_block_of(s, addr), addr, view);
    return view->freed && view->offset == 0 ? RDL_FREE_TWICE : RDL_FREE_INVALID;
}

struct rdl_heap_totals rdl_heap_totals(void)
{
    struct rdl_heap_totals totals = { 0 };

    for (size_t i = 0; i < RDL_N_ARENAS && rdl_arenas[i] != NULL; i++) {
        const struct arena *a = rdl_arenas[i];
        const struct span *s;

        for (size_t page = 0; page < a->n_pages; page += s->n_pages) {
            s = a->map[page];
            for (size_t b = 0; b < s->n_fresh; b++) {
                if (s->slots[b].state != RDL_BLOCK_USED)
                    continue;
                totals.used += s->slots[b].size;
                totals.blocks++;
            }
        }
        totals.mapped += a->n_pages << PAGE_SHIFT;
    }
    return totals;
}
