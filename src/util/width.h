/* width.h - the columns that text takes on a terminal.
 *
 * Text is UTF-8, whatever the locale.  An East Asian wide character takes two
 * columns, a combining mark none, and a byte that is not UTF-8 one. */
#ifndef RDL_UTIL_WIDTH_H
#define RDL_UTIL_WIDTH_H

#include <stddef.h>

size_t rdl_width(const char *text);
/* Of the first n bytes, which must end between two characters. */
size_t rdl_width_of(const char *text, size_t n);
/* The number of bytes that fit into `columns` columns, with the marks that
 * combine with the last character.  Unless `columns` is 0 it is at least one
 * character, however wide, so that printing line by line makes progress. */
size_t rdl_width_fit(const char *text, size_t columns);
/* Cuts a text that takes more than `columns` columns (at least 4), and ends it
 * with "...". */
void rdl_width_cut(char *text, size_t columns);
/* Shortens the longest words of a text in the middle, "leveldb::D…mutex_.mu_",
 * until it takes at most `columns` columns; none to fewer than 16, and no
 * number.  So the text may still be too long. */
void rdl_width_shorten(char *text, size_t columns);

#endif
