/* allocator.h - where the memory of the histories comes from.
 *
 * They run inside the target, so they cannot allocate; the owner supplies
 * memory.  They never give it back: the memory of one execution serves the
 * next. */
#ifndef RDL_COVERAGE_TABLES_ALLOCATOR_H
#define RDL_COVERAGE_TABLES_ALLOCATOR_H

#include <stddef.h>

struct rdl_allocator {
    /* At least `size` zeroed bytes, aligned to 64; NULL: no memory. */
    void *(*more)(void *owner, size_t size);
    void *owner;
};

#endif
