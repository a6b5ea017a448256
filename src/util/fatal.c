/* fatal.c - see fatal.h. */
#include "util/fatal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* One per process; NULL in unit tests. */
static void (*fatal_handler)(const struct rdl_error *e);

void rdl_fatal_handler(void (*handler)(const struct rdl_error *e))
{
    fatal_handler = handler;
}

void rdl_fatal(enum rdl_exit code, const char *format, ...)
{
    struct rdl_error e = { .code = code };
    va_list args;

    va_start(args, format);
    vsnprintf(e.text, sizeof(e.text), format, args);
    va_end(args);
    if (fatal_handler != NULL)
        fatal_handler(&e);
    fprintf(stderr, "raddle: %s\n", e.text);
    exit(e.code);
}

void rdl_bug(const char *file, int line, const char *text)
{
    rdl_fatal(RDL_EXIT_INTERNAL,
              "internal error at %s:%d: %s (please report it)", file, line,
              text);
}
