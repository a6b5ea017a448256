/* clean_print.h - lines with names that come from outside: of files and
 * directories, from debug information, from a schedule that somebody edited. */
#ifndef RDL_UTIL_CLEAN_PRINT_H
#define RDL_UTIL_CLEAN_PRINT_H

#include "util/error.h"

#include <stdio.h>

/* Prints one line, and its end; control characters in it become harmless
 * (base/text.h). */
void rdl_clean_line(FILE *out, const char *format, ...) RDL_PRINTF(2, 3);
/* For a part of a line; the caller frees it. */
char *rdl_clean_copy(const char *text);

#endif
