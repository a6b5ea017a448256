/* image.c - see image.h.
 *
 * Ranges are split: whole pages that belong to one range are tracked
 * (dirty_pages.h).  The rest is in pieces that are copied every time; so are
 * small ranges, unless the tracker works without faults.  A watched page has no
 * byte that is outside the ranges. */
#include "runtime/rewind/image/image.h"

#include "runtime/core/persistent.h"
#include "runtime/rewind/image/dirty_pages.h"
#include "runtime/rewind/image/maps.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/rewind/image/page.h"
#include "runtime/rewind/image/page_store.h"

#include <string.h>

#define MOST 16384 /* ranges */
#define LINE ((uintptr_t)64)
#define PIECES_SIZE (2 * MOST * sizeof(struct piece))
#define EXTENTS_SIZE (MOST * sizeof(struct rdl_page_range))

struct range {
    char *start, *end;
    bool small;
};

struct piece {
    char *start;
    const char *copy;
    size_t size;
};

static struct image {
    const struct rdl_tracker *tracker;
    struct range *ranges;
    size_t n_ranges;
    struct piece *pieces;
    size_t n_pieces;
    size_t piece_bytes; /* of all pieces */
    char *copies;       /* of pieces */
    size_t copies_size;
    struct rdl_page_ranges extents;
} image;

RDL_PERSISTENT(image);

/* --- Trackers ------------------------------------------------------------ */

#define TRACKER(id) extern const struct rdl_tracker rdl_tracker_##id;
#include "runtime/rewind/image/tracker_list.h"
#undef TRACKER

#define TRACKER(id) &rdl_tracker_##id,
static const struct rdl_tracker *const trackers[] = {
#include "runtime/rewind/image/tracker_list.h"
};
#undef TRACKER
#define N_TRACKERS (sizeof(trackers) / sizeof(trackers[0]))

/* Takes the first tracker that was asked for and works; returns NULL, or why
 * none does. */
static const char *image_choose(const char *name)
{
    const bool any = strcmp(name, "auto") == 0;
    const char *trouble = "there is no such tracker";

    for (size_t i = 0; i < N_TRACKERS; i++) {
        const struct rdl_tracker *t = trackers[i];

        if (!any && strcmp(name, t->name) != 0)
            continue;
        trouble = t->begin != NULL ? t->begin(&image.extents) : NULL;
        if (trouble != NULL)
            continue;
        image.tracker = t;
        return NULL;
    }
    return trouble;
}

/* --- Ranges -------------------------------------------------------------- */

void rdl_image_begin(void)
{
    rdl_dirty_pages_end();
    if (image.tracker != NULL && image.tracker->end != NULL)
        image.tracker->end();
    if (image.copies != NULL)
        rdl_runtime_memory_unmap(image.copies, image.copies_size);
    rdl_page_store_release();
    image.tracker = NULL;
    image.copies = NULL;
    image.n_ranges = image.n_pieces = image.copies_size = 0;
    image.extents = (struct rdl_page_ranges){
        .list = image.extents.list,
        .most = MOST,
    };
    if (image.ranges != NULL) {
        rdl_runtime_memory_unseal(image.pieces, PIECES_SIZE);
        rdl_runtime_memory_unseal(image.extents.list, EXTENTS_SIZE);
        return;
    }
    image.ranges = rdl_runtime_memory_map(MOST * sizeof(struct range));
    image.pieces = rdl_runtime_memory_map(PIECES_SIZE);
    image.extents.list = rdl_runtime_memory_map(EXTENTS_SIZE);
}

void rdl_image_add(void *start, size_t size, bool small)
{
    if (size == 0)
        return;
    if (image.ranges != NULL && image.n_ranges < MOST)
        image.ranges[image.n_ranges] = (struct range){
            .start = start,
            .end = (char *)start + size,
            .small = small,
        };
    image.n_ranges++;
}

static bool image_before(const struct range *a, const struct range *b)
{
    return a->start != b->start ? a->start < b->start : a->small < b->small;
}

/* Most are already in order. */
static void image_sort_ranges(void)
{
    struct range *r = image.ranges;

    for (size_t i = 1; i < image.n_ranges; i++) {
        struct range moved = r[i];
        size_t at = i;

        for (; at > 0 && image_before(&moved, &r[at - 1]); at--)
            r[at] = r[at - 1];
        r[at] = moved;
    }
}

/* Cuts small ranges out of the ranges that contain them.  False: too many
 * pieces. */
static bool image_carve_ranges(void)
{
    struct range *r = image.ranges;

    for (size_t i = 1; i < image.n_ranges; i++) {
        struct range rest = { .start = r[i].end, .end = r[i - 1].end };

        if (r[i - 1].end <= r[i].start)
            continue;
        r[i - 1].end = r[i].start;
        if (rest.start >= rest.end)
            continue;
        if (image.n_ranges == MOST)
            return false;
        for (size_t k = image.n_ranges++; k > i + 1; k--)
            r[k] = r[k - 1];
        r[i + 1] = rest;
    }
    return true;
}

/* Merges adjacent ranges of a kind, so that no page is split between them. */
static void image_merge_ranges(void)
{
    struct range *r = image.ranges;
    size_t n = 0;

    for (size_t i = 0; i < image.n_ranges; i++) {
        if (n > 0 && r[n - 1].end == r[i].start && r[n - 1].small == r[i].small)
            r[n - 1].end = r[i].end;
        else
            r[n++] = r[i];
    }
    image.n_ranges = n;
}

static void image_add_piece(char *start, char *end)
{
    struct piece *next = &image.pieces[image.n_pieces];
    size_t size = (size_t)(end - start);

    if (size == 0)
        return;
    image.piece_bytes += size;
    if (image.n_pieces > 0 && next[-1].start + next[-1].size == start) {
        next[-1].size += size;
        return;
    }
    *next = (struct piece){ .start = start, .size = size };
    image.n_pieces++;
}

static bool image_cut_ranges(void)
{
    bool silent = image.tracker->open == NULL;
    struct rdl_maps maps;
    bool fits = true;

    rdl_maps_open(&maps);
    for (size_t i = 0; i < image.n_ranges && fits; i++) {
        const struct range *r = &image.ranges[i];
        char *first = r->start + (-(uintptr_t)r->start & (RDL_PAGE - 1));
        char *last = r->end - ((uintptr_t)r->end & (RDL_PAGE - 1));

        if ((r->small && !silent) || first >= last) {
            image_add_piece(r->start, r->end);
            continue;
        }
        image_add_piece(r->start, first);
        fits = rdl_page_ranges_add(&image.extents, &maps, first, last);
        image_add_piece(last, r->end);
    }
    rdl_maps_close(&maps);
    return fits;
}

/* --- Save and restore ---------------------------------------------------- */

/* A copy has the same offset within a cache line as its piece. */
static size_t image_place_behind(size_t at, const struct piece *p)
{
    return at + (((uintptr_t)p->start - at) & (LINE - 1));
}

static bool image_copy_pieces(void)
{
    size_t at = 0;

    for (size_t i = 0; i < image.n_pieces; i++)
        at = image_place_behind(at, &image.pieces[i]) + image.pieces[i].size;
    image.copies_size = rdl_page_up(at);
    if (at == 0)
        return true;
    image.copies = rdl_runtime_memory_map(image.copies_size);
    if (image.copies == NULL)
        return false;
    at = 0;
    for (size_t i = 0; i < image.n_pieces; i++) {
        struct piece *p = &image.pieces[i];

        at = image_place_behind(at, p);
        memcpy(image.copies + at, p->start, p->size);
        p->copy = image.copies + at;
        at += p->size;
    }
    rdl_runtime_memory_seal(image.copies, image.copies_size);
    return true;
}

static const char *image_save(const char *tracker)
{
    const char *trouble;

    if (image.ranges == NULL || image.pieces == NULL ||
        image.extents.list == NULL)
        return "there is no memory for a copy of its own";
    if (image.n_ranges > MOST)
        return "its memory is in too many pieces";
    image_sort_ranges();
    if (!image_carve_ranges())
        return "its memory is in too many pieces";
    image_merge_ranges();
    trouble = image_choose(tracker);
    if (trouble != NULL)
        return trouble;
    if (!image_cut_ranges())
        return "its memory is in too many pieces";
    trouble = rdl_page_store_save(&image.extents);
    if (trouble == NULL && !image_copy_pieces())
        trouble = "there is no memory for a copy of its own";
    if (trouble == NULL)
        trouble = rdl_dirty_pages_begin(&image.extents);
    if (trouble != NULL)
        return trouble;
    rdl_runtime_memory_seal(image.pieces, PIECES_SIZE);
    rdl_runtime_memory_seal(image.extents.list, EXTENTS_SIZE);
    rdl_dirty_pages_watch(image.tracker);
    return NULL;
}

const char *rdl_image_save(const char *tracker)
{
    const char *trouble = image_save(tracker);

    if (trouble != NULL)
        rdl_image_begin();
    return trouble;
}

void rdl_image_restore(void)
{
    rdl_dirty_pages_restore();
    for (size_t i = 0; i < image.n_pieces; i++)
        memcpy(image.pieces[i].start, image.pieces[i].copy,
               image.pieces[i].size);
}

static const char *image_page_differs(const char *page, const char *copy,
                                      const char *besides, size_t size)
{
    static const char zeros[RDL_PAGE];

    if (copy == NULL)
        copy = zeros;
    if (memcmp(page, copy, RDL_PAGE) == 0)
        return NULL;
    for (size_t i = 0; i < RDL_PAGE; i++) {
        if (page[i] != copy[i] &&
            (uintptr_t)(page + i) - (uintptr_t)besides >= size)
            return page + i;
    }
    return NULL;
}

const char *rdl_image_differs(const char *besides, size_t size)
{
    const char *at = NULL;

    for (size_t i = 0; i < image.extents.n && at == NULL; i++) {
        const struct rdl_page_range *x = &image.extents.list[i];

        for (size_t k = 0; k < x->n_pages && at == NULL; k++)
            at = image_page_differs(rdl_page_range_page(x, k),
                                    rdl_page_store_page(x->first + k), besides,
                                    size);
    }
    return at;
}

void rdl_image_restored(uint64_t *pages, uint64_t *bytes)
{
    *pages = rdl_dirty_pages_restored();
    *bytes = *pages * RDL_PAGE + image.piece_bytes;
}

const char *rdl_image_tracker(void)
{
    return image.tracker != NULL ? image.tracker->name : "none";
}

uint64_t rdl_image_checksum(void)
{
    uint64_t sum = rdl_page_store_checksum(image.n_pieces);

    sum = rdl_mix(rdl_mix(sum, (uintptr_t)image.pieces), image.copies_size);
    sum = rdl_mix(rdl_mix(sum, (uintptr_t)image.copies), image.extents.n);
    sum = rdl_mix(rdl_mix(sum, (uintptr_t)image.extents.list),
                  image.extents.n_pages);
    sum = rdl_mix(rdl_mix(sum, (uintptr_t)image.tracker),
                  rdl_dirty_pages_intact());
    for (size_t at = 0; at < image.copies_size; at += RDL_PAGE)
        sum = rdl_page_sum(sum, image.copies + at);
    return sum;
}

/* --- Between save and restore -------------------------------------------- */

void rdl_image_remapped(void *start, size_t size)
{
    rdl_dirty_pages_renew((uintptr_t)start, size);
}

void rdl_image_lost(void *start, size_t size)
{
    rdl_dirty_pages_lose((uintptr_t)start, size);
}

bool rdl_image_fault(uintptr_t addr)
{
    return rdl_dirty_pages_fault(addr);
}

bool rdl_image_touch(void *start, size_t size)
{
    return rdl_dirty_pages_touch((uintptr_t)start, size);
}

bool rdl_image_open(void)
{
    return rdl_dirty_pages_open();
}
