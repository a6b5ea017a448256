/* dirty_pages.h - which pages changed, and bringing them back.
 *
 * Between the image, which knows ranges, and a tracker, which sees writes. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_DIRTY_PAGES_H
#define RDL_RUNTIME_REWIND_IMAGE_DIRTY_PAGES_H

#include "runtime/rewind/image/tracker.h"

/* The pages of these extents hold what the store has of them; the table stays
 * the caller's and in place.  NULL or what went wrong. */
const char *rdl_dirty_pages_begin(const struct rdl_page_ranges *extents);
/* From now on changes are seen by `tracker`. */
void rdl_dirty_pages_watch(const struct rdl_tracker *tracker);
void rdl_dirty_pages_restore(void);
/* Forgets everything; pages are open again. */
void rdl_dirty_pages_end(void);

/* For trackers: from the first-th page of x on, n pages were written. */
void rdl_dirty_pages_note(const struct rdl_page_range *x, size_t first,
                          size_t n);

/* May pages be closed to their writers? */
bool rdl_dirty_pages_closed(void);
/* As rdl_image_remapped, _lost, _fault, _touch, _open. */
void rdl_dirty_pages_renew(uintptr_t start, size_t size);
void rdl_dirty_pages_lose(uintptr_t start, size_t size);
bool rdl_dirty_pages_fault(uintptr_t addr);
bool rdl_dirty_pages_touch(uintptr_t start, size_t size);
bool rdl_dirty_pages_open(void);

/* Do the tables, which cannot be read-only, agree with each other and with the
 * store? */
bool rdl_dirty_pages_intact(void);

/* Pages that are brought back without asking (for tests). */
size_t rdl_dirty_pages_hot(void);

#endif
