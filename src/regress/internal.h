/* internal.h - what the files of this room share. */
#ifndef RDL_REGRESS_INTERNAL_H
#define RDL_REGRESS_INTERNAL_H

#include "regress/lines.h"
#include "regress/mapping.h"

/* The source of that path; SIZE_MAX: none. */
size_t rdl_regress_source(const struct rdl_places *p, const char *file);

/* map_places.c: sets `how` and `to`; the lines of both builds, by source. */
void rdl_map_places(struct rdl_mapping *m, struct rdl_line *const *old,
                    struct rdl_line *const *new);

#endif
