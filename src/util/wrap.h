/* wrap.h - breaks text into lines of a terminal's width. */
#ifndef RDL_UTIL_WRAP_H
#define RDL_UTIL_WRAP_H

#include <stdio.h>

#define RDL_COLUMNS 80

/* Prints text and a newline in lines of at most RDL_COLUMNS, broken between
 * words (inside a word only if it is longer than a line).  The first line
 * begins at column `at`, the others are indented. */
void rdl_wrap(FILE *out, size_t at, size_t indent, const char *text);
/* The same for another width, which must exceed `at` and `indent`. */
void rdl_wrap_to(FILE *out, size_t width, size_t at, size_t indent,
                 const char *text);

#endif
