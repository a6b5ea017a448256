/* page_ranges.h - a table of ranges of whole pages, ascending and disjoint. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_PAGE_RANGES_H
#define RDL_RUNTIME_REWIND_IMAGE_PAGE_RANGES_H

#include "runtime/machine/page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_page_range { /* pages of one kind of mapping */
    char *start;
    size_t n_pages;
    size_t first; /* number of its first page, counting those of all extents */
    int protection;
    bool anonymous; /* reads as zero where not present */
};

struct rdl_page_ranges {
    struct rdl_page_range *list;
    size_t n, most;
    size_t n_pages;
};

/* Appends all pages of [start, end), each with its kind from /proc/self/maps.
 * False: the table is full. */
struct rdl_maps;
bool rdl_page_ranges_add(struct rdl_page_ranges *table, struct rdl_maps *maps,
                         char *start, char *end);

/* The extent that contains addr, or NULL. */
const struct rdl_page_range *
rdl_page_ranges_find(const struct rdl_page_ranges *table, uintptr_t addr);
/* Calls `act` for each extent with pages in [start, start + size). */
void rdl_page_ranges_each(const struct rdl_page_ranges *table, uintptr_t start,
                          size_t size,
                          void (*act)(const struct rdl_page_range *x,
                                      size_t first, size_t n));

static inline char *rdl_page_range_page(const struct rdl_page_range *x,
                                        size_t index)
{
    return x->start + index * RDL_PAGE;
}

#endif
