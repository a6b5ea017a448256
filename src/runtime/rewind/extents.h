/* extents.h - a table of whole pages: ascending, disjoint. */
#ifndef RDL_RUNTIME_REWIND_EXTENTS_H
#define RDL_RUNTIME_REWIND_EXTENTS_H

#include "runtime/machine/page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_extent { /* pages of one kind of mapping */
    char *start;
    size_t n_pages;
    size_t first; /* number of its first page among those of all extents */
    int protection;
    bool anonymous; /* reads as zero where nothing is present */
};

struct rdl_extents {
    struct rdl_extent *list;
    size_t n, most;
    size_t n_pages;
};

/* Adds all pages of [start, end), behind those that are in it; a page is what
 * /proc/self/maps says that it is.  False: the table is full. */
struct rdl_maps;
bool rdl_extents_add(struct rdl_extents *table, struct rdl_maps *maps,
                     char *start, char *end);

/* The extent that addr lies in, or NULL. */
const struct rdl_extent *rdl_extents_find(const struct rdl_extents *table,
                                          uintptr_t addr);
/* For each extent that has some, act on its pages in [start, start + size). */
void rdl_extents_each(const struct rdl_extents *table, uintptr_t start,
                      size_t size,
                      void (*act)(const struct rdl_extent *x, size_t first,
                                  size_t n));

static inline char *rdl_extent_page(const struct rdl_extent *x, size_t index)
{
    return x->start + index * RDL_PAGE;
}

#endif
