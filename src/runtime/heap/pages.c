/* pages.c - runs of pages: best fit, pages_split, coalesced with their
 * neighbours; the memory of large ones goes back to the kernel.
 *
 * The arena grows upwards by mapping, not by touching one large reservation: a
 * limit on the address space or a refusal of the kernel then reaches the target
 * as ENOMEM, as it would with the C library. */
#include "runtime/heap/arena.h"

#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define GROW_PAGES 256   /* minimum growth, if possible */
#define META_GROW 65536  /* bytes */
#define DIRTY_LIMIT 2048 /* free pages that stay mapped for reuse */
#define PURGE_PAGES 16   /* shorter runs are not worth a system call */
/* From this length on the kernel clears pages, on first access. */
#define CLEAR_PAGES 256
#define EXACT_BINS 64 /* for i below this, bin i holds the runs of i pages */

static struct reserve reserves[RDL_N_ARENAS];
RDL_PERSISTENT(reserves); /* what is mapped stays mapped */

bool rdl_heap_map(void *start, size_t size)
{
    long result =
        rdl_raw(SYS_mmap, start, size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    /* Kernels before 4.17 treat the address as a hint. */
    if (result > 0 && (void *)result != start)
        rdl_raw(SYS_munmap, result, size);
    return (void *)result == start;
}

void rdl_arena_init(struct arena *a, size_t number, char *start, char *map,
                    char *pool)
{
    reserves[number] = (struct reserve){
        .map_end = map,
        .pool_start = pool,
        .pool_end = pool,
    };
    *a = (struct arena){
        .start = start,
        .map = (struct span **)map,
        .pool = pool,
        .reserve = &reserves[number],
    };
}

static size_t pages_whole(size_t size, size_t unit)
{
    return (size + unit - 1) / unit * unit;
}

void *rdl_arena_meta(struct arena *a, size_t size)
{
    struct reserve *r = a->reserve;
    void *result = a->pool;

    size = pages_whole(size, 16);
    if (a->pool + size > r->pool_end) {
        size_t more =
            pages_whole((size_t)(a->pool + size - r->pool_end), META_GROW);

        if (!rdl_heap_map(r->pool_end, more))
            return NULL;
        r->pool_end += more;
    }
    a->pool += size;
    return result;
}

static struct span *pages_descriptor(struct arena *a)
{
    struct span *s = a->descriptors;

    if (s == NULL)
        return rdl_arena_meta(a, sizeof(*s));
    a->descriptors = s->next;
    return s;
}

static void pages_discard(struct arena *a, struct span *s)
{
    s->next = a->descriptors;
    a->descriptors = s;
}

static size_t pages_page_of(const struct arena *a, const struct span *s)
{
    return (size_t)(s->start - a->start) >> PAGE_SHIFT;
}

static size_t pages_bin_of(size_t n)
{
    if (n < EXACT_BINS)
        return n;
    return EXACT_BINS + (57 - (size_t)__builtin_clzll(n));
}

static void pages_bin_insert(struct arena *a, struct span *s)
{
    struct span **head = &a->bins[pages_bin_of(s->n_pages)];
    size_t first = pages_page_of(a, s);

    s->is_free = true;
    s->slots = &s->own;
    s->n_fresh = 0; /* no lookup finds a block there */
    s->reciprocal = 0;
    s->previous = NULL;
    s->next = *head;
    if (*head != NULL)
        (*head)->previous = s;
    *head = s;
    a->map[first] = s;
    a->map[first + s->n_pages - 1] = s;
    a->dirty += s->n_dirty;
}

static void pages_bin_remove(struct arena *a, struct span *s)
{
    size_t first = pages_page_of(a, s);

    if (s->previous != NULL)
        s->previous->next = s->next;
    else
        a->bins[pages_bin_of(s->n_pages)] = s->next;
    if (s->next != NULL)
        s->next->previous = s->previous;
    s->is_free = false;
    a->map[first] = NULL;
    a->map[first + s->n_pages - 1] = NULL;
    a->dirty -= s->n_dirty;
}

static void pages_absorb(struct arena *a, struct span *s, struct span *other)
{
    pages_bin_remove(a, other);
    s->n_pages += other->n_pages;
    s->n_dirty += other->n_dirty;
    s->zero &= other->zero;
    pages_discard(a, other);
}

/* Merges s with the free runs after and before it, so that no two free runs are
 * adjacent. */
static void pages_join(struct arena *a, struct span *s)
{
    size_t first = pages_page_of(a, s), behind = first + s->n_pages;
    struct span *other;

    if (behind < a->n_pages && (other = a->map[behind])->is_free)
        pages_absorb(a, s, other);
    if (first > 0 && (other = a->map[first - 1])->is_free) {
        s->start = other->start;
        pages_absorb(a, s, other);
    }
}

static bool pages_map_pages(struct arena *a, size_t n)
{
    struct reserve *r = a->reserve;
    size_t need = a->n_pages + n, more;
    char *end = (char *)&a->map[need];

    if (need << PAGE_SHIFT > ARENA_SPAN)
        return false;
    if (end > r->map_end) {
        more = pages_whole((size_t)(end - r->map_end), META_GROW);
        if (!rdl_heap_map(r->map_end, more))
            return false;
        r->map_end += more;
    }
    if (need <= r->n_pages)
        return true;
    if (!rdl_heap_map(a->start + (r->n_pages << PAGE_SHIFT), (need - r->n_pages)
                                                                 << PAGE_SHIFT))
        return false;
    r->n_pages = need;
    return true;
}

/* Appends pages until a free run of n pages ends the arena. */
static bool pages_grow(struct arena *a, size_t n)
{
    struct span *last = a->n_pages > 0 ? a->map[a->n_pages - 1] : NULL;
    struct span *s = pages_descriptor(a);
    size_t more = n;

    if (s == NULL)
        return false;
    if (last != NULL && last->is_free)
        more -= last->n_pages;
    if (more < GROW_PAGES && pages_map_pages(a, GROW_PAGES))
        more = GROW_PAGES;
    else if (!pages_map_pages(a, more)) {
        pages_discard(a, s);
        return false;
    }
    *s = (struct span){ .start = a->start + (a->n_pages << PAGE_SHIFT),
                        .n_pages = more,
                        .zero = true };
    a->n_pages += more;
    pages_join(a, s);
    pages_bin_insert(a, s);
    return true;
}

/* The smallest free run of at least n pages; among equals the one freed
 * last. */
static struct span *pages_best(const struct arena *a, size_t n)
{
    for (size_t bin = pages_bin_of(n); bin < N_BINS; bin++) {
        struct span *found = NULL;

        for (struct span *s = a->bins[bin]; s != NULL; s = s->next) {
            if (s->n_pages >= n &&
                (found == NULL || s->n_pages < found->n_pages))
                found = s;
            if (found != NULL && found->n_pages == n)
                break;
        }
        if (found != NULL)
            return found;
    }
    return NULL;
}

/* Makes the pages of s after the first n a free run.  False: no memory for its
 * descriptor. */
static bool pages_split(struct arena *a, struct span *s, size_t n)
{
    struct span *rest;

    if (s->n_pages == n)
        return true;
    rest = pages_descriptor(a);
    if (rest == NULL)
        return false;
    *rest = (struct span){ .start = s->start + (n << PAGE_SHIFT),
                           .n_pages = s->n_pages - n,
                           .n_dirty = s->n_dirty > n ? s->n_dirty - n : 0,
                           .zero = s->zero };
    s->n_pages = n;
    pages_join(a, rest);
    pages_bin_insert(a, rest);
    return true;
}

/* s keeps its first n pages; those from `from` on are new to it. */
static void pages_claim(struct arena *a, struct span *s, size_t from, size_t n)
{
    size_t first = pages_page_of(a, s);

    for (size_t i = from; i < n; i++)
        a->map[first + i] = s;
    pages_split(a, s, n);
    /* Without memory for a descriptor the span stays longer than needed. */
    for (size_t i = n; i < s->n_pages; i++)
        a->map[first + i] = s;
    if (first + s->n_pages > a->n_taken)
        a->n_taken = first + s->n_pages;
}

struct span *rdl_pages_take(struct arena *a, struct span *s, size_t n,
                            size_t align)
{
    size_t want = n + align - 1, skip;
    struct span *run = pages_best(a, want);

    if (run == NULL && !pages_grow(a, want))
        return NULL;
    if (run == NULL)
        run = pages_best(a, want);
    if (s == NULL && (s = pages_descriptor(a)) == NULL)
        return NULL;
    pages_bin_remove(a, run);
    skip = (size_t)-pages_page_of(a, run) & (align - 1);
    *s = (struct span){ .start = run->start,
                        .n_pages = run->n_pages,
                        .n_dirty = run->n_dirty,
                        .zero = run->zero };
    if (skip > 0) {
        /* `run` stays the free run before it. */
        run->n_pages = skip;
        run->n_dirty = 0;
        s->start += skip << PAGE_SHIFT;
        s->n_pages -= skip;
        pages_bin_insert(a, run);
    } else {
        pages_discard(a, run);
    }
    pages_claim(a, s, 0, n);
    return s;
}

/* Returns memory to the kernel; it then reads as zero. */
static bool pages_drop(const struct arena *a, size_t first, size_t n)
{
    return first >= a->n_fixed &&
           rdl_raw(SYS_madvise, a->start + (first << PAGE_SHIFT),
                   n << PAGE_SHIFT, MADV_DONTNEED) == 0;
}

static void pages_clear(const struct arena *a, size_t first, size_t n,
                        bool zero)
{
    const size_t n_stale = a->reserve->n_stale;

    if (zero) {
        if (first >= n_stale)
            return;
        n = n < n_stale - first ? n : n_stale - first;
    }
    if (n < CLEAR_PAGES || !pages_drop(a, first, n))
        memset(a->start + (first << PAGE_SHIFT), 0, n << PAGE_SHIFT);
}

void rdl_pages_drop(const struct arena *a, const struct span *s)
{
    if (s->n_pages >= CLEAR_PAGES)
        pages_drop(a, pages_page_of(a, s), s->n_pages);
}

void rdl_pages_clear(const struct arena *a, const struct span *s)
{
    pages_clear(a, pages_page_of(a, s), s->n_pages, s->zero);
}

void rdl_pages_give(struct arena *a, struct span *s, bool keep)
{
    struct span *run = keep ? pages_descriptor(a) : s;
    size_t first = pages_page_of(a, s);

    /* No memory for a descriptor: the pages are lost, nothing else. */
    if (run == NULL)
        return;
    for (size_t i = 0; i < s->n_pages; i++)
        a->map[first + i] = NULL;
    *run = (struct span){ .start = s->start,
                          .n_pages = s->n_pages,
                          .n_dirty = s->n_pages };
    if (a->dirty + run->n_pages > DIRTY_LIMIT && run->n_pages >= PURGE_PAGES &&
        pages_drop(a, first, run->n_pages)) {
        run->zero = true;
        run->n_dirty = 0;
    }
    pages_join(a, run);
    pages_bin_insert(a, run);
}

static void pages_shrink(struct arena *a, struct span *s, size_t n)
{
    size_t first = pages_page_of(a, s), old = s->n_pages;
    struct span *rest;

    /* Pages that were allocated are not zero any more. */
    s->zero = false;
    s->n_dirty = old;
    if (!pages_split(a, s, n))
        return;
    rest = a->map[first + n];
    for (size_t i = n + 1; i < old; i++)
        a->map[first + i] = NULL;
    a->map[first + n + rest->n_pages - 1] = rest;
}

bool rdl_pages_resize(struct arena *a, struct span *s, size_t n)
{
    size_t first = pages_page_of(a, s), old = s->n_pages, end = first + old;
    struct span *behind = end < a->n_pages ? a->map[end] : NULL;
    bool zero;

    if (n <= old) {
        if (n < old)
            pages_shrink(a, s, n);
        return true;
    }
    if (behind != NULL && !behind->is_free)
        return false;
    if (behind == NULL ||
        (behind->n_pages < n - old && end + behind->n_pages == a->n_pages)) {
        if (!pages_grow(a, n - old))
            return false;
        behind = a->map[end];
    }
    if (behind->n_pages < n - old)
        return false;
    zero = behind->zero;
    pages_absorb(a, s, behind);
    pages_claim(a, s, old, n);
    pages_clear(a, end, s->n_pages - old, zero);
    return true;
}
