/* internal.h - what the files of this room share. */
#ifndef RDL_REGRESS_INTERNAL_H
#define RDL_REGRESS_INTERNAL_H

#include "regress/lines.h"
#include "regress/mapping.h"
#include "regress/side.h"

/* The source of that path; SIZE_MAX: none. */
size_t rdl_regress_source(const struct rdl_places *p, const char *file);

/* By old source: the new one; SIZE_MAX: none.  The caller frees it. */
size_t *rdl_pair_files(const struct rdl_places *was,
                       const struct rdl_places *is);
/* By old function: the new one; SIZE_MAX: none.  The caller frees it. */
size_t *rdl_pair_functions(const struct rdl_side *was,
                           const struct rdl_side *is, const size_t *files);
/* Adds those that have another name now: pair_renamed.c. */
void rdl_pair_renamed(const struct rdl_side *was, const struct rdl_side *is,
                      const size_t *files, size_t *pair);

/* map_places.c: sets `how` and `to`; the lines of both builds, by source. */
void rdl_map_places(struct rdl_mapping *m, struct rdl_line *const *old,
                    struct rdl_line *const *new);

#endif
