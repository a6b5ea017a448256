/* dirty_pages.c - see dirty_pages.h.
 *
 * Detecting a write is expensive, so a page that was written in two of the
 * latest executions becomes hot: it is not watched any more and is restored
 * every time. Each restore compares some hot pages first; one that stays
 * unchanged for long is watched again, and each time for longer if that was
 * wrong.  So the cost of a restore grows with the
 * pages that are hot or newly written.  In the steady state, a program that
 * always writes to the same pages takes no fault and (tracker protect) no
 * system call.
 *
 * A page that is zero has no copy.  While it is cold and anonymous it is
 * returned to the kernel rather than cleared: executions that each write to
 * another part of a large table do not fill the memory with zeros. */
#include "runtime/rewind/image/dirty_pages.h"

#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/rewind/image/page.h"
#include "runtime/rewind/image/page_heat.h"
#include "runtime/rewind/image/page_store.h"
#include "runtime/rewind/image/page_write.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Each restore compares one in COMPARED hot pages. */
#define COMPARED 8

enum state { COLD, NOTED, HOT }; /* watched; to be restored; always restored */

/* Why a page is noted: it was written; it was open to the kernel for a while;
 * it may have any contents. */
enum cause { WRITTEN, TOUCHED, UNKNOWN };

struct noted {
    const struct rdl_page_range *extent;
    uint32_t index;
    uint32_t cause; /* enum cause */
};

struct hot {
    char *at;
    const char *copy; /* NULL: zero */
    const struct rdl_page_range *extent;
    uint32_t index;
    uint32_t quiet; /* comparisons without a change */
};

/* Consecutive cold pages that one call handles. */
struct run {
    const struct rdl_page_range *extent;
    size_t first, n;
    bool drop; /* the kernel makes them zero again */
};

static struct changes {
    const struct rdl_tracker *tracker; /* NULL: no tracker yet */
    const struct rdl_page_ranges *extents;
    struct rdl_page_heat *pages;
    struct noted *noted;
    size_t n_noted;
    struct hot *hot;
    size_t n_hot;
    uint32_t execution; /* number of the present one, from 1 */
    size_t restored;    /* pages of the latest restore */
} changes;

RDL_PERSISTENT(changes);

static struct rdl_page_heat *dirty_pages_page_of(const struct rdl_page_range *x,
                                                 size_t index)
{
    return &changes.pages[x->first + index];
}

static const char *dirty_pages_copy_of(const struct rdl_page_range *x,
                                       size_t index)
{
    return rdl_page_store_page(x->first + index);
}

/* --- Begin and end ------------------------------------------------------- */

const char *rdl_dirty_pages_begin(const struct rdl_page_ranges *extents)
{
    size_t n_pages = extents->n_pages;

    changes = (struct changes){ .extents = extents, .execution = 1 };
    if (n_pages == 0)
        return NULL;
    changes.pages =
        rdl_runtime_memory_map(n_pages * sizeof(struct rdl_page_heat));
    changes.noted = rdl_runtime_memory_map(n_pages * sizeof(struct noted));
    changes.hot = rdl_runtime_memory_map(n_pages * sizeof(struct hot));
    if (changes.pages == NULL || changes.noted == NULL || changes.hot == NULL)
        return "there is no memory to track its own";
    return NULL;
}

static void dirty_pages_release(void *start, size_t size)
{
    if (start != NULL)
        rdl_runtime_memory_unmap(start, size);
}

void rdl_dirty_pages_end(void)
{
    struct changes *c = &changes;
    size_t n_pages = c->extents != NULL ? c->extents->n_pages : 0;

    rdl_dirty_pages_open();
    dirty_pages_release(c->hot, n_pages * sizeof(struct hot));
    dirty_pages_release(c->noted, n_pages * sizeof(struct noted));
    dirty_pages_release(c->pages, n_pages * sizeof(struct rdl_page_heat));
    changes = (struct changes){ 0 };
}

static void dirty_pages_note(const struct rdl_page_range *x, size_t first,
                             size_t n, enum cause cause)
{
    for (size_t i = first; i < first + n; i++) {
        struct rdl_page_heat *p = dirty_pages_page_of(x, i);

        if (p->state != COLD)
            continue;
        p->state = NOTED;
        changes.noted[changes.n_noted++] = (struct noted){
            .extent = x,
            .index = (uint32_t)i,
            .cause = cause,
        };
    }
}

static void dirty_pages_note_all(void)
{
    for (size_t i = 0; i < changes.extents->n; i++) {
        const struct rdl_page_range *x = &changes.extents->list[i];

        dirty_pages_note(x, 0, x->n_pages, UNKNOWN);
    }
}

/* --- Heat ---------------------------------------------------------------- */

static void dirty_pages_heat(const struct rdl_page_range *x, size_t index)
{
    struct rdl_page_heat *p = dirty_pages_page_of(x, index);

    rdl_page_heat_rises(p, changes.execution);
    p->state = HOT;
    changes.hot[changes.n_hot++] = (struct hot){
        .at = rdl_page_range_page(x, index),
        .copy = dirty_pages_copy_of(x, index),
        .extent = x,
        .index = (uint32_t)index,
    };
}

static bool dirty_pages_worth_watching(const struct rdl_page_range *x)
{
    return x->n_pages >= changes.tracker->least;
}

/* Watches pages of x that hold what was saved, if possible. */
static void dirty_pages_watch(const struct rdl_page_range *x, size_t first,
                              size_t n)
{
    if (dirty_pages_worth_watching(x) && changes.tracker->watch(x, first, n))
        return;
    for (size_t i = first; i < first + n; i++) {
        if (dirty_pages_page_of(x, i)->state == COLD)
            dirty_pages_heat(x, i);
    }
}

size_t rdl_dirty_pages_restored(void)
{
    return changes.restored;
}

size_t rdl_dirty_pages_hot(void)
{
    return changes.n_hot;
}

static void dirty_pages_finish_run(struct run *run)
{
    char *start;

    if (run->n == 0)
        return;
    start = rdl_page_range_page(run->extent, run->first);
    /* Locked memory stays: EINVAL. */
    if (run->drop &&
        rdl_raw(SYS_madvise, start, run->n * RDL_PAGE, MADV_DONTNEED) != 0)
        memset(start, 0, run->n * RDL_PAGE);
    dirty_pages_watch(run->extent, run->first, run->n);
    run->n = 0;
}

static void dirty_pages_cool(struct run *run, const struct rdl_page_range *x,
                             size_t index, bool drop)
{
    dirty_pages_page_of(x, index)->state = COLD;
    if (run->n == 0 || run->extent != x || run->first + run->n != index ||
        run->drop != drop) {
        dirty_pages_finish_run(run);
        *run = (struct run){ .extent = x, .first = index, .drop = drop };
    }
    run->n++;
}

static bool dirty_pages_as_saved(const char *at, const char *copy)
{
    return copy != NULL ? rdl_page_same(at, copy) : rdl_page_zero(at);
}

/* If the i-th hot page becomes cold, the last one takes its index. */
static void dirty_pages_compare(size_t i)
{
    struct hot *h = &changes.hot[i];
    struct rdl_page_heat *p = dirty_pages_page_of(h->extent, h->index);
    struct run run = { .n = 0 };

    if (!dirty_pages_worth_watching(h->extent))
        return;
    if (!dirty_pages_as_saved(h->at, h->copy)) {
        h->quiet = 0;
        return;
    }
    if (!rdl_page_heat_falls(p, ++h->quiet, changes.execution))
        return;
    dirty_pages_cool(&run, h->extent, h->index,
                     h->copy == NULL && h->extent->anonymous);
    *h = changes.hot[--changes.n_hot];
    dirty_pages_finish_run(&run);
}

static void dirty_pages_compare_some(void)
{
    for (size_t i = changes.execution % COMPARED; i < changes.n_hot;
         i += COMPARED)
        dirty_pages_compare(i);
}

/* --- Restore ------------------------------------------------------------- */

static void dirty_pages_restore_noted(struct run *run,
                                      const struct noted *noted)
{
    const struct rdl_page_range *x = noted->extent;
    const char *copy = dirty_pages_copy_of(x, noted->index);
    char *at = rdl_page_range_page(x, noted->index);
    bool drop = copy == NULL && x->anonymous;

    /* Pages with unknown contents are often not present: reading one would make
     * the kernel allocate it. */
    if (noted->cause == UNKNOWN) {
        if (!drop)
            rdl_page_write(at, copy);
    } else if ((noted->cause == TOUCHED || copy == NULL) &&
               dirty_pages_as_saved(at, copy)) {
        /* Pages that were only read are reported too (tracker scan). */
        drop = false;
    } else if (rdl_page_heat_written(dirty_pages_page_of(x, noted->index),
                                     changes.execution)) {
        rdl_page_write(at, copy);
        dirty_pages_heat(x, noted->index);
        return;
    } else if (!drop) {
        rdl_page_write(at, copy);
    }
    dirty_pages_cool(run, x, noted->index, drop);
}

/* Without a tracker. */
static void dirty_pages_restore_all(void)
{
    for (size_t i = 0; i < changes.extents->n; i++) {
        const struct rdl_page_range *x = &changes.extents->list[i];

        for (size_t k = 0; k < x->n_pages; k++)
            rdl_page_write(rdl_page_range_page(x, k),
                           dirty_pages_copy_of(x, k));
    }
}

void rdl_dirty_pages_restore(void)
{
    struct run run = { .n = 0 };

    if (changes.tracker == NULL)
        return;
    changes.restored = changes.extents->n_pages;
    if (changes.tracker->watch == NULL) {
        dirty_pages_restore_all();
        return;
    }
    if (changes.tracker->collect != NULL && !changes.tracker->collect())
        dirty_pages_note_all();
    dirty_pages_compare_some();
    changes.restored = changes.n_hot + changes.n_noted;
    for (size_t i = 0; i < changes.n_hot; i++)
        rdl_page_write(changes.hot[i].at, changes.hot[i].copy);
    for (size_t i = 0; i < changes.n_noted; i++)
        dirty_pages_restore_noted(&run, &changes.noted[i]);
    dirty_pages_finish_run(&run);
    changes.n_noted = 0;
    changes.execution++;
}

/* --- Wild writes --------------------------------------------------------- */

static bool dirty_pages_is_page(const struct rdl_page_range *x, size_t index,
                                enum state state)
{
    uintptr_t at = (uintptr_t)x - (uintptr_t)changes.extents->list;

    return at % sizeof(*x) == 0 && at / sizeof(*x) < changes.extents->n &&
           index < x->n_pages && dirty_pages_page_of(x, index)->state == state;
}

static bool dirty_pages_hot_intact(const struct hot *h)
{
    return dirty_pages_is_page(h->extent, h->index, HOT) &&
           h->at == rdl_page_range_page(h->extent, h->index) &&
           h->copy == dirty_pages_copy_of(h->extent, h->index);
}

bool rdl_dirty_pages_intact(void)
{
    size_t n[] = { [COLD] = 0, [NOTED] = 0, [HOT] = 0 };

    if (changes.tracker == NULL || changes.tracker->watch == NULL)
        return true;
    for (size_t i = 0; i < changes.extents->n_pages; i++) {
        if (changes.pages[i].state > HOT)
            return false;
        n[changes.pages[i].state]++;
    }
    if (n[HOT] != changes.n_hot || n[NOTED] != changes.n_noted)
        return false;
    for (size_t i = 0; i < changes.n_hot; i++) {
        if (!dirty_pages_hot_intact(&changes.hot[i]))
            return false;
    }
    for (size_t i = 0; i < changes.n_noted; i++) {
        if (!dirty_pages_is_page(changes.noted[i].extent,
                                 changes.noted[i].index, NOTED))
            return false;
    }
    return true;
}

/* --- What happens between save and restore ------------------------------- */

void rdl_dirty_pages_note(const struct rdl_page_range *x, size_t first,
                          size_t n)
{
    dirty_pages_note(x, first, n, WRITTEN);
}

static void dirty_pages_begin_at(const struct rdl_page_range *x, size_t first,
                                 size_t n)
{
    if (changes.tracker->renew != NULL && dirty_pages_worth_watching(x))
        changes.tracker->renew(x, first, n);
}

void rdl_dirty_pages_watch(const struct rdl_tracker *tracker)
{
    changes.tracker = tracker;
    for (size_t i = 0; i < changes.extents->n && tracker->watch != NULL; i++) {
        const struct rdl_page_range *x = &changes.extents->list[i];

        dirty_pages_begin_at(x, 0, x->n_pages);
        dirty_pages_watch(x, 0, x->n_pages);
    }
}

static void dirty_pages_renew(const struct rdl_page_range *x, size_t first,
                              size_t n)
{
    dirty_pages_begin_at(x, first, n);
    /* In case the range was only emptied. */
    if (changes.tracker->open != NULL)
        changes.tracker->open(x, first, n);
    dirty_pages_note(x, first, n, UNKNOWN);
}

void rdl_dirty_pages_renew(uintptr_t start, size_t size)
{
    if (changes.tracker != NULL && changes.tracker->watch != NULL)
        rdl_page_ranges_each(changes.extents, start, size, dirty_pages_renew);
}

bool rdl_dirty_pages_closed(void)
{
    return changes.tracker != NULL && changes.tracker->open != NULL;
}

static void dirty_pages_lose(const struct rdl_page_range *x, size_t first,
                             size_t n)
{
    dirty_pages_note(x, first, n, UNKNOWN);
}

void rdl_dirty_pages_lose(uintptr_t start, size_t size)
{
    if (rdl_dirty_pages_closed())
        rdl_page_ranges_each(changes.extents, start, size, dirty_pages_lose);
}

bool rdl_dirty_pages_open(void)
{
    if (!rdl_dirty_pages_closed() ||
        changes.n_hot + changes.n_noted == changes.extents->n_pages)
        return false;
    for (size_t i = 0; i < changes.extents->n; i++) {
        const struct rdl_page_range *x = &changes.extents->list[i];

        changes.tracker->open(x, 0, x->n_pages);
    }
    dirty_pages_note_all();
    return true;
}

static void dirty_pages_open_some(const struct rdl_page_range *x, size_t first,
                                  size_t n, enum cause cause)
{
    size_t cold;

    for (size_t i = first; i < first + n; i += cold + 1) {
        cold = 0;
        while (i + cold < first + n &&
               dirty_pages_page_of(x, i + cold)->state == COLD)
            cold++;
        if (cold == 0)
            continue;
        if (!changes.tracker->open(x, i, cold)) {
            rdl_dirty_pages_open();
            return;
        }
        dirty_pages_note(x, i, cold, cause);
    }
}

static void dirty_pages_touch(const struct rdl_page_range *x, size_t first,
                              size_t n)
{
    dirty_pages_open_some(x, first, n, TOUCHED);
}

bool rdl_dirty_pages_touch(uintptr_t start, size_t size)
{
    size_t before = changes.n_noted;

    if (rdl_dirty_pages_closed())
        rdl_page_ranges_each(changes.extents, start, size, dirty_pages_touch);
    return changes.n_noted > before;
}

bool rdl_dirty_pages_fault(uintptr_t addr)
{
    const struct rdl_page_range *x =
        rdl_dirty_pages_closed() ? rdl_page_ranges_find(changes.extents, addr)
                                 : NULL;
    size_t index;

    if (x == NULL)
        return false;
    index = (addr - (uintptr_t)x->start) / RDL_PAGE;
    if (dirty_pages_page_of(x, index)->state != COLD)
        return false;
    dirty_pages_open_some(x, index, 1, WRITTEN);
    return true;
}
