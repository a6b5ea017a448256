/* die.c - see die.h. */
#include "campaign/die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die_say(const char *format, va_list args, int error)
{
    /* What was printed so far comes first, also when both are one file. */
    fflush(stdout);
    fputs("raddle: ", stderr);
    vfprintf(stderr, format, args);
    if (error != 0)
        fprintf(stderr, ": %s", strerror(error));
    fputc('\n', stderr);
}

void rdl_die(enum rdl_exit code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    die_say(format, args, 0);
    va_end(args);
    exit(code);
}

void rdl_die_errno(enum rdl_exit code, const char *format, ...)
{
    int error = errno;
    va_list args;

    va_start(args, format);
    die_say(format, args, error);
    va_end(args);
    exit(code);
}

void rdl_warn(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    die_say(format, args, 0);
    va_end(args);
}

void rdl_bug(const char *file, int line, const char *text)
{
    rdl_die(RDL_EXIT_INTERNAL, "internal error at %s:%d: %s (please report it)",
            file, line, text);
}

void *rdl_alloc(size_t size)
{
    void *p = calloc(1, size > 0 ? size : 1);

    if (p == NULL)
        rdl_die(RDL_EXIT_INTERNAL, "out of memory (%zu bytes)", size);
    return p;
}

void *rdl_grow(void *old, size_t size)
{
    void *p = realloc(old, size > 0 ? size : 1);

    if (p == NULL)
        rdl_die(RDL_EXIT_INTERNAL, "out of memory (%zu bytes)", size);
    return p;
}

char *rdl_strdup(const char *s)
{
    size_t n = strlen(s) + 1;

    return memcpy(rdl_alloc(n), s, n);
}

char *rdl_format(const char *format, ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        rdl_die(RDL_EXIT_INTERNAL, "out of memory");
    va_end(args);
    return text;
}
