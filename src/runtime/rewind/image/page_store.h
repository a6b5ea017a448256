/* page_store.h - the contents of whole pages at save.
 *
 * The store is read-only after that: a wild write of the target then faults
 * instead of reaching the next execution. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_PAGE_STORE_H
#define RDL_RUNTIME_REWIND_IMAGE_PAGE_STORE_H

#include "runtime/rewind/image/page_ranges.h"

/* Copies the contents of the extents.  Returns NULL or an error text; call
 * rdl_page_store_release in either case. */
const char *rdl_page_store_save(const struct rdl_page_ranges *extents);
/* The copy of a page, numbered across all extents; NULL: the page was zero. */
const char *rdl_page_store_page(size_t number);
/* Folds the whole store and its address into `sum`. */
uint64_t rdl_page_store_checksum(uint64_t sum);
void rdl_page_store_release(void);

#endif
