/* allocator.h - where the memory of the histories comes from.
 *
 * They run inside the target, so they cannot allocate; the owner hands out
 * memory.  It is never given back: a history keeps what one execution needed
 * for the next one. */
#ifndef RDL_COVERAGE_TABLES_ALLOCATOR_H
#define RDL_COVERAGE_TABLES_ALLOCATOR_H

#include <stddef.h>

struct rdl_allocator {
    /* At least `size` zeroed bytes, aligned to 64; NULL: there are no more. */
    void *(*more)(void *owner, size_t size);
    void *owner;
};

#endif
