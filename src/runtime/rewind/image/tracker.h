/* tracker.h - the contract between the image and a way to learn which pages
 * were written.
 *
 * The image promises:
 *   - extents are ascending and disjoint, mapped and writable;
 *   - renew() is called for pages whose mapping the tracker does not know yet,
 *     watch() for pages that hold what was saved;
 *   - no two calls overlap.
 * A tracker promises:
 *   - of a page that is watched it tells by rdl_dirty_pages_note
 * (dirty_pages.h), at the latest in collect(), if it was written since; it may
 * tell of pages that were not;
 *   - a page that it told of is not watched, and costs its writer nothing,
 *     until watch() is called for it again;
 *   - raw system calls only, and statics that are RDL_PERSISTENT.
 *
 * To add one: write tracker_<name>.c that defines rdl_tracker_<name>, add
 * TRACKER(<name>) to tracker_list.h.  tests/unit/image.c then checks it. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_TRACKER_H
#define RDL_RUNTIME_REWIND_IMAGE_TRACKER_H

#include "runtime/rewind/image/page_ranges.h"

struct rdl_tracker {
    const char *name;
    /* Extents of fewer pages are not worth being watched. */
    size_t least;
    /* NULL, or why it does not work here.  The table is filled later. */
    const char *(*begin)(const struct rdl_page_ranges *extents);
    /* From the first-th page of x on, n pages.  NULL: every page counts as
     * written, always.  False: these cannot be watched. */
    bool (*watch)(const struct rdl_page_range *x, size_t first, size_t n);
    /* May be NULL. */
    void (*renew)(const struct rdl_page_range *x, size_t first, size_t n);
    /* NULL: it tells at once.  False: it could not find out. */
    bool (*collect)(void);
    /* Lets everybody, the kernel included, write to these pages, which are not
     * watched any more.  NULL: nobody is ever kept from it, nor interrupted, so
     * that small ranges are watched like others. */
    bool (*open)(const struct rdl_page_range *x, size_t first, size_t n);
    /* Nothing is watched any more.  May be NULL. */
    void (*end)(void);
};

#endif
