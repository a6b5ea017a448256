/* alloc.h - memory, or the end of the process (fatal.h).  A driver that cannot
 * get a few bytes can do nothing better, and its callers stay readable.  Free
 * everything with free(). */
#ifndef RDL_UTIL_ALLOC_H
#define RDL_UTIL_ALLOC_H

#include "util/error.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

void *rdl_alloc(size_t size); /* zeroed */
void *rdl_grow(void *old, size_t size);
char *rdl_strdup(const char *s);
/* open_memstream(). */
FILE *rdl_alloc_stream(char **text, size_t *size);
char *rdl_alloc_format(const char *format, va_list args) RDL_PRINTF(1, 0);
char *rdl_format(const char *format, ...) RDL_PRINTF(1, 2);

#endif
