/* append.c - see append.h. */
#include "util/append.h"

#include <stdarg.h>
#include <stdio.h>

struct rdl_append rdl_append_begin(char *out, size_t size)
{
    out[0] = '\0';
    return (struct rdl_append){ .out = out, .size = size };
}

void rdl_append(struct rdl_append *a, const char *format, ...)
{
    const size_t room = a->size - a->used;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(a->out + a->used, room, format, args);
    va_end(args);
    if (n > 0)
        a->used += (size_t)n < room ? (size_t)n : room - 1;
}
