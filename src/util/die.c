/* die.c - see die.h. */
#include "util/die.h"

#include "base/text.h"
#include "util/shell_quote.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the latest failure is, as a shell takes it; NULL: none was found. */
static char *die_kept;

void rdl_die_found(const char *path)
{
    free(die_kept);
    die_kept = rdl_quote(path);
}

/* It may not have been told yet: that waits until it is shrunk. */
static void die_say_kept(void)
{
    if (die_kept != NULL)
        fprintf(stderr,
                "raddle: the failure that was found is kept: raddle replay "
                "%s\n",
                die_kept);
}

/* Ends for want of something that the user limits. */
_Noreturn static void die_limited(void)
{
    die_say_kept();
    exit(die_kept == NULL ? RDL_EXIT_NOTHING : RDL_EXIT_FINDINGS);
}

/* The limit that brings such an error; NULL: none does. */
static const char *die_limit(int error)
{
    switch (error) {
    case EMFILE:
        return "its limit of open files: ulimit -n";
    case ENOMEM:
        return "memory, or its limit of address space: ulimit -v";
    case EAGAIN: /* of fork */
        return "the limit of processes: ulimit -u";
    case EFBIG: /* shared memory is a file too */
        return "the limit of file sizes: ulimit -f";
    case ENFILE:
        return "the machine's limit of open files";
    default:
        return NULL;
    }
}

static void die_say(const char *format, va_list args, int error)
{
    char *text;

    /* What was printed so far comes first, also when both are one file. */
    fflush(stdout);
    fputs("raddle: ", stderr);
    if (vasprintf(&text, format, args) < 0) {
        fputs(format, stderr);
    } else {
        rdl_text_clean(text); /* names and paths may hold anything */
        fputs(text, stderr);
        free(text);
    }
    if (error != 0)
        fprintf(stderr, ": %s", strerror(error));
    if (die_limit(error) != NULL)
        fprintf(stderr, " (%s)", die_limit(error));
    fputc('\n', stderr);
}

void rdl_die(enum rdl_exit code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    die_say(format, args, 0);
    va_end(args);
    if (code == RDL_EXIT_INTERNAL)
        die_say_kept();
    exit(code);
}

void rdl_die_errno(enum rdl_exit code, const char *format, ...)
{
    int error = errno;
    va_list args;

    va_start(args, format);
    die_say(format, args, error);
    va_end(args);
    if (code == RDL_EXIT_INTERNAL && die_limit(error) != NULL)
        die_limited();
    if (code == RDL_EXIT_INTERNAL)
        die_say_kept();
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

_Noreturn static void die_no_memory(size_t size)
{
    rdl_warn("out of memory (%zu bytes)", size);
    die_limited();
}

void *rdl_alloc(size_t size)
{
    void *p = calloc(1, size > 0 ? size : 1);

    if (p == NULL)
        die_no_memory(size);
    return p;
}

void *rdl_grow(void *old, size_t size)
{
    void *p = realloc(old, size > 0 ? size : 1);

    if (p == NULL)
        die_no_memory(size);
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
        rdl_die(RDL_EXIT_NOTHING, "out of memory");
    va_end(args);
    return text;
}
