/* alloc.c - see alloc.h. */
#include "util/alloc.h"

#include "util/fatal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *alloc_check(void *p, size_t size)
{
    if (p == NULL)
        rdl_fatal(RDL_EXIT_NOTHING, "out of memory (%zu bytes)", size);
    return p;
}

void *rdl_alloc(size_t size)
{
    return alloc_check(calloc(1, size > 0 ? size : 1), size);
}

void *rdl_grow(void *old, size_t size)
{
    return alloc_check(realloc(old, size > 0 ? size : 1), size);
}

char *rdl_strdup(const char *s)
{
    size_t n = strlen(s) + 1;

    return memcpy(rdl_alloc(n), s, n);
}

FILE *rdl_alloc_stream(char **text, size_t *size)
{
    return alloc_check(open_memstream(text, size), 0);
}

char *rdl_alloc_format(const char *format, va_list args)
{
    char *text;

    if (vasprintf(&text, format, args) < 0)
        rdl_fatal(RDL_EXIT_NOTHING, "out of memory");
    return text;
}

char *rdl_format(const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    text = rdl_alloc_format(format, args);
    va_end(args);
    return text;
}
