/* width.h - columns that text takes on a terminal.
 *
 * Whatever the locale: text is UTF-8.  An East Asian wide character takes two
 * columns, a combining mark none, and a byte that is not UTF-8 one. */
#ifndef RDL_UTIL_WIDTH_H
#define RDL_UTIL_WIDTH_H

#include <stddef.h>

size_t rdl_width(const char *text);
/* Of the first n bytes, which end between two characters. */
size_t rdl_width_of(const char *text, size_t n);
/* Bytes of the characters that `columns` columns have room for, with the marks
 * that combine with the last one.  Unless `columns` is 0, at least one
 * character, however wide: whoever prints line by line gets on. */
size_t rdl_width_fit(const char *text, size_t columns);
/* Cuts a text that takes more columns, which are 4 at least, and ends it with
 * "...". */
void rdl_width_cut(char *text, size_t columns);

#endif
