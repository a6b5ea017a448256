/* page_store.h - what whole pages held at save.
 *
 * The store is read-only from then on, so that a wild write of the target ends
 * in a fault rather than in the next execution. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_PAGE_STORE_H
#define RDL_RUNTIME_REWIND_IMAGE_PAGE_STORE_H

#include "runtime/rewind/image/page_ranges.h"

/* Copies what the extents hold.  NULL or what went wrong;
 * rdl_page_store_release is due in either case. */
const char *rdl_page_store_save(const struct rdl_page_ranges *extents);
/* A page by its number among those of all extents; NULL: it was zero. */
const char *rdl_page_store_page(size_t number);
/* How many of the pages from there on, n at most, lie behind one another in the
 * store; 1 for a page that was zero. */
size_t rdl_page_store_run(size_t number, size_t n);
/* Folds all of it, and where it lies, into `sum`. */
uint64_t rdl_page_store_checksum(uint64_t sum);
void rdl_page_store_release(void);

#endif
