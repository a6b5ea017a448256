/* die.c - see die.h. */
#include "util/die.h"

#include "base/text.h"
#include "util/shell_quote.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The schedule of the latest failure, quoted for a shell; NULL: none. */
static char *die_kept;

void rdl_die_found(const char *path)
{
    free(die_kept);
    die_kept = rdl_quote(path);
}

static void die_say(const struct rdl_error *e)
{
    struct rdl_error clean = *e; /* names and paths may contain anything */

    rdl_text_clean(clean.text);
    /* Earlier output must come first, even if both streams are one file. */
    fflush(stdout);
    fprintf(stderr, "raddle: %s\n", clean.text);
}

void rdl_die_error(const struct rdl_error *e)
{
    enum rdl_exit code = e->code;

    die_say(e);
    /* raddle prints a failure only after it has minimised it, so this may be
     * the first that the user hears of it. */
    if (die_kept != NULL &&
        (code == RDL_EXIT_INTERNAL || code == RDL_EXIT_NOTHING)) {
        fprintf(stderr,
                "raddle: the failure that was found is kept: raddle replay "
                "%s\n",
                die_kept);
        if (code == RDL_EXIT_NOTHING)
            code = RDL_EXIT_FINDINGS;
    }
    exit(code);
}

void rdl_die(enum rdl_exit code, const char *format, ...)
{
    struct rdl_error e = { .code = code };
    va_list args;

    va_start(args, format);
    vsnprintf(e.text, sizeof(e.text), format, args);
    va_end(args);
    rdl_die_error(&e);
}

void rdl_die_errno(enum rdl_exit code, const char *format, ...)
{
    struct rdl_error e;
    int number = errno;
    char text[RDL_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    errno = number;
    rdl_error_errno(&e, code, "%s", text);
    rdl_die_error(&e);
}

void rdl_warn(const char *format, ...)
{
    struct rdl_error e = { .code = RDL_EXIT_CLEAN };
    va_list args;

    va_start(args, format);
    vsnprintf(e.text, sizeof(e.text), format, args);
    va_end(args);
    die_say(&e);
}
