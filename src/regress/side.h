/* side.h - one of the two builds that are compared: the lines of its sources,
 * and which of them belong to which function. */
#ifndef RDL_REGRESS_SIDE_H
#define RDL_REGRESS_SIDE_H

#include "regress/lines.h"
#include "store/places.h"

struct rdl_region { /* the lines of a function, to the one before the next */
    size_t from, to;
};

struct rdl_side { /* one build */
    const struct rdl_places *places;
    struct rdl_line **lines; /* by source */
    size_t *n_lines;
    size_t *file;               /* by function: its source; SIZE_MAX: none */
    struct rdl_region *regions; /* by function */
    size_t *first;              /* by source: lines before the first function */
};

void rdl_side_make(struct rdl_side *s, const struct rdl_places *p);
void rdl_side_free(struct rdl_side *s);

/* The text of a function's first line; 0: it is not known. */
uint64_t rdl_side_head(const struct rdl_side *s, size_t function);

#endif
