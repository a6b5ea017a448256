/* copies.h - lines whose text occurs more than once.
 *
 * A line with a text of its own is the same statement in both texts.  One of
 * several equal lines may be any of them: somebody who moves the second copy to
 * where the first one was leaves the same text as somebody who deletes the
 * second.  A pair of such lines counts only if
 *   - every copy, in both texts, is paired, and
 *   - the lines around the pair are the same on both sides, one by one, as far
 *     as to a line with a text of its own; or they are on one side, and there
 * is one copy only between the nearest such lines on both sides. What remains
 * cannot be seen in a text: a line that was deleted and typed again at the same
 * spot. */
#ifndef RDL_REGRESS_COPIES_H
#define RDL_REGRESS_COPIES_H

#include "regress/lines.h"

/* For each line of a that occurs once in each text: its line of b, from 1.  The
 * caller frees it. */
uint32_t *rdl_copies_unique(const struct rdl_line *a, size_t n_a,
                            const struct rdl_line *b, size_t n_b);

/* Sets map[i] to 0 for the pairs that do not count; map[i] is the line of b,
 * from 1, that the i-th of a is paired with. */
void rdl_copies_drop(const struct rdl_line *a, size_t n_a,
                     const struct rdl_line *b, size_t n_b, uint32_t *map);

#endif
