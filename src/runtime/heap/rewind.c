/* rewind.c - restores the heap to its state at main.
 *
 * The image copies and restores what is in the ranges.  Everything else is
 * dropped: the arenas' state, which is in the ranges, does not refer to it.
 * The memory stays mapped, so that a similar next execution needs no system
 * call and takes no page fault; its old contents are stale, and cleared when it
 * is allocated. */
#include "runtime/heap/arena.h"

#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"

#include <string.h>
#include <sys/syscall.h>

/* Above these limits the rewind returns pages to the kernel. */
#define KEEP_PAGES 4096
#define KEEP_POOL ((ptrdiff_t)8 << 20)

/* State at main. */
static struct {
    size_t n_pages;
    char *pool;
} saved[RDL_N_ARENAS];
RDL_PERSISTENT(saved);

/* Blocks from n_fresh on were never allocated, and free runs are cleared before
 * use: neither their memory nor their slots matter. */
static void rewind_add_span(struct span *s, void (*add)(void *, size_t))
{
    bool small = !s->is_free && s->slots != &s->own;

    add(s, sizeof(*s));
    if (s->is_free || s->n_fresh == 0)
        return;
    if (small)
        add(s->slots, s->n_fresh * sizeof(*s->slots));
    add(s->start, s->n_fresh * s->block_size);
}

static void rewind_add_list(struct span *s, void (*add)(void *, size_t))
{
    for (; s != NULL; s = s->next)
        add(s, sizeof(*s));
}

static void rewind_add_arena(struct arena *a, void (*add)(void *, size_t))
{
    struct span *s;

    add(a, sizeof(*a));
    if (a->n_pages > 0)
        add(a->map, a->n_pages * sizeof(*a->map));
    for (size_t page = 0; page < a->n_pages; page += s->n_pages) {
        s = a->map[page];
        rewind_add_span(s, add);
    }
    rewind_add_list(a->descriptors, add);
    for (size_t i = 0; i < N_CLASSES; i++)
        rewind_add_list(a->spare[i], add);
    if (a->quarantine.end != a->quarantine.first)
        add(a->quarantine.ring, QUARANTINE_SLOTS * sizeof(void *));
}

void rdl_heap_ranges(void (*add)(void *start, size_t size))
{
    for (size_t i = 0; i < RDL_N_ARENAS && rdl_arenas[i] != NULL; i++)
        rewind_add_arena(rdl_arenas[i], add);
}

void rdl_heap_save(void)
{
    for (size_t i = 0; i < RDL_N_ARENAS && rdl_arenas[i] != NULL; i++) {
        struct arena *a = rdl_arenas[i];

        a->n_fixed = a->n_taken;
        saved[i].n_pages = a->n_pages;
        saved[i].pool = a->pool;
    }
}

static void rewind_unmap(char *from, char *to)
{
    if (to > from)
        rdl_raw(SYS_munmap, from, to - from);
}

/* Keeps the first n pages of the arena's memory, and the pool below `pool`. */
static void rewind_keep_only(struct arena *a, size_t n_pages, char *pool)
{
    struct reserve *r = a->reserve;

    pool = (char *)(((uintptr_t)pool + PAGE - 1) & ~(PAGE - 1));
    if (r->n_pages > n_pages) {
        rewind_unmap(a->start + (n_pages << PAGE_SHIFT),
                     a->start + (r->n_pages << PAGE_SHIFT));
        r->n_pages = n_pages;
        if (r->n_stale > n_pages)
            r->n_stale = n_pages;
    }
    if (r->pool_end > pool) {
        rewind_unmap(pool, r->pool_end);
        r->pool_end = pool;
    }
}

static size_t rewind_most(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void rewind_forget(struct arena *a, size_t n_pages, char *pool)
{
    struct reserve *r = a->reserve;

    r->n_stale = rewind_most(r->n_stale, a->n_taken);
    memset(&a->map[n_pages], 0, (a->n_pages - n_pages) * sizeof(*a->map));
    if (r->n_pages > KEEP_PAGES || r->pool_end - r->pool_start > KEEP_POOL)
        rewind_keep_only(a, rewind_most(KEEP_PAGES, n_pages),
                         pool - r->pool_start > KEEP_POOL
                             ? pool
                             : r->pool_start + KEEP_POOL);
}

void rdl_heap_forget(void)
{
    for (size_t i = 0; i < RDL_N_ARENAS && rdl_arenas[i] != NULL; i++)
        rewind_forget(rdl_arenas[i], saved[i].n_pages, saved[i].pool);
}

void rdl_heap_trim(void)
{
    for (size_t i = 0; i < RDL_N_ARENAS && rdl_arenas[i] != NULL; i++)
        rewind_keep_only(rdl_arenas[i], rdl_arenas[i]->n_pages,
                         rdl_arenas[i]->pool);
}
