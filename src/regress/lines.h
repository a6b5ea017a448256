/* lines.h - which line of a new text is which line of an old one.
 *
 * Two lines correspond if their texts are equal up to white space, and if every
 * longest common subsequence pairs them.  Where several subsequences are
 * equally long, the thesis (5.3.3, by diff) takes one of them; this leaves the
 * lines out on which they differ, and lines that have copies where a copy could
 * be meant instead (copies.h).  A line that is left out counts as changed: a
 * target too many, where the other way round an old statement would be taken
 * for another one. */
#ifndef RDL_REGRESS_LINES_H
#define RDL_REGRESS_LINES_H

#include <stddef.h>
#include <stdint.h>

struct rdl_line {
    const char *text; /* not terminated */
    size_t size;
    uint64_t hash; /* of the text without white space; 0: it is empty */
};

/* The lines of a text; line 1 is element 0.  The caller frees it. */
struct rdl_line *rdl_lines_of(const char *text, size_t size, size_t *n);
/* The number of characters that are not white space before a column (from 1);
 * columns of two lines that differ in white space correspond by it. */
unsigned rdl_line_column(const struct rdl_line *line, unsigned column);

/* Sets map[i] to the number (from 1) of the line of b that is the i-th of a; it
 * leaves the others as they are.  Numbers count from the beginning of b plus
 * `first`. */
void rdl_lines_match(const struct rdl_line *a, size_t n_a,
                     const struct rdl_line *b, size_t n_b, size_t first,
                     uint32_t *map);

#endif
