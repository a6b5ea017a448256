/* tracker.h - the contract between the image and a tracker, which detects
 * writes to pages.
 *
 * The image promises:
 *   - extents are ascending and disjoint, mapped and writable;
 *   - it calls renew() for pages whose mapping the tracker does not know yet,
 *     and watch() for pages that hold what was saved;
 *   - no two calls overlap.
 * A tracker promises:
 *   - it reports each watched page that was written, with rdl_dirty_pages_note
 *     (dirty_pages.h), at the latest in collect(); it may also report pages
 *     that were not written;
 *   - a page that it reported is not watched, and costs its writer nothing,
 *     until watch() is called for it again;
 *   - it makes raw system calls only, and its statics are RDL_PERSISTENT.
 *
 * To add a tracker: write tracker_<name>.c that defines rdl_tracker_<name>, and
 * add TRACKER(<name>) to tracker_list.h.  tests/unit/image.c then checks it. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_TRACKER_H
#define RDL_RUNTIME_REWIND_IMAGE_TRACKER_H

#include "runtime/rewind/image/page_ranges.h"

struct rdl_tracker {
    const char *name;
    /* Extents with fewer pages are not worth watching. */
    size_t least;
    /* Returns NULL, or why it does not work here.  The table is filled
     * later. */
    const char *(*begin)(const struct rdl_page_ranges *extents);
    /* Watches n pages of x, from page `first` on.  NULL: every page always
     * counts as written.  False: these pages cannot be watched. */
    bool (*watch)(const struct rdl_page_range *x, size_t first, size_t n);
    /* May be NULL. */
    void (*renew)(const struct rdl_page_range *x, size_t first, size_t n);
    /* NULL: it reports at once.  False: it could not find out. */
    bool (*collect)(void);
    /* Lets every writer, the kernel included, write to these pages, and stops
     * watching them.  NULL: the tracker never stops or interrupts a writer, so
     * that small ranges are watched like others. */
    bool (*open)(const struct rdl_page_range *x, size_t first, size_t n);
    /* Stops watching.  May be NULL. */
    void (*end)(void);
};

#endif
