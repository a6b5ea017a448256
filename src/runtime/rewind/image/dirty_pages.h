/* dirty_pages.h - which pages changed, and how to restore them.
 *
 * It connects the image, which knows ranges, with a tracker, which sees
 * writes. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_DIRTY_PAGES_H
#define RDL_RUNTIME_REWIND_IMAGE_DIRTY_PAGES_H

#include "runtime/rewind/image/tracker.h"

/* The pages of these extents hold what the store has for them.  The caller
 * keeps the table, which must not move.  Returns NULL or an error text. */
const char *rdl_dirty_pages_begin(const struct rdl_page_ranges *extents);
/* From now on `tracker` detects changes. */
void rdl_dirty_pages_watch(const struct rdl_tracker *tracker);
void rdl_dirty_pages_restore(void);
/* Forgets everything and unprotects the pages. */
void rdl_dirty_pages_end(void);

/* For trackers: n pages of x, from page `first` on, were written. */
void rdl_dirty_pages_note(const struct rdl_page_range *x, size_t first,
                          size_t n);

/* May a page be protected against writes at present? */
bool rdl_dirty_pages_closed(void);
/* Like rdl_image_remapped, _lost, _fault, _touch, _open. */
void rdl_dirty_pages_renew(uintptr_t start, size_t size);
void rdl_dirty_pages_lose(uintptr_t start, size_t size);
bool rdl_dirty_pages_fault(uintptr_t addr);
bool rdl_dirty_pages_touch(uintptr_t start, size_t size);
bool rdl_dirty_pages_open(void);

/* Are the tables, which cannot be read-only, consistent with each other and
 * with the store? */
bool rdl_dirty_pages_intact(void);

/* Number of pages that the latest restore looked at or wrote. */
size_t rdl_dirty_pages_restored(void);
/* Number of pages that are restored every time (for tests). */
size_t rdl_dirty_pages_hot(void);

#endif
