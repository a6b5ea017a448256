/* error.c - see error.h. */
#include "util/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The limit that causes this errno; NULL: none does. */
static const char *error_limit(int number)
{
    switch (number) {
    case EMFILE:
        return "its limit of open files: ulimit -n";
    case ENOMEM:
        return "memory, or its limit of address space: ulimit -v";
    case EAGAIN: /* from fork */
        return "the limit of processes: ulimit -u";
    case EFBIG: /* shared memory is a file too */
        return "the limit of file sizes: ulimit -f";
    case ENFILE:
        return "the machine's limit of open files";
    default:
        return NULL;
    }
}

/* If the text fills its field, half a character may be at its end. */
static void error_end(struct rdl_error *e)
{
    size_t n = strlen(e->text);

    if (n < RDL_ERROR_TEXT - 1)
        return;
    while (n > 0 && ((unsigned char)e->text[n - 1] & 0xc0) == 0x80)
        n--;
    if (n > 0 && (unsigned char)e->text[n - 1] >= 0xc0)
        n--;
    e->text[n] = '\0';
}

static void error_append(struct rdl_error *e, const char *text)
{
    strncat(e->text, text, RDL_ERROR_TEXT - 1 - strlen(e->text));
}

bool rdl_error_set(struct rdl_error *e, enum rdl_exit code, const char *format,
                   ...)
{
    va_list args;

    if (e == NULL)
        return false;
    e->code = code;
    va_start(args, format);
    vsnprintf(e->text, sizeof(e->text), format, args);
    va_end(args);
    error_end(e);
    return false;
}

bool rdl_error_errno(struct rdl_error *e, enum rdl_exit code,
                     const char *format, ...)
{
    const int number = errno;
    const char *limit = error_limit(number);
    va_list args;

    if (e == NULL)
        return false;
    e->code =
        limit != NULL && code == RDL_EXIT_INTERNAL ? RDL_EXIT_NOTHING : code;
    va_start(args, format);
    vsnprintf(e->text, sizeof(e->text), format, args);
    va_end(args);
    error_append(e, ": ");
    error_append(e, strerror(number));
    if (limit != NULL) {
        error_append(e, " (");
        error_append(e, limit);
        error_append(e, ")");
    }
    error_end(e);
    return false;
}

bool rdl_error_context(struct rdl_error *e, const char *format, ...)
{
    char text[RDL_ERROR_TEXT];
    va_list args;

    if (e == NULL)
        return false;
    memcpy(text, e->text, sizeof(text));
    va_start(args, format);
    vsnprintf(e->text, sizeof(e->text), format, args);
    va_end(args);
    error_append(e, ": ");
    error_append(e, text);
    error_end(e);
    return false;
}

bool rdl_error_is_set(const struct rdl_error *e)
{
    return e->code != RDL_EXIT_CLEAN;
}
