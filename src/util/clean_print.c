/* clean_print.c - see clean_print.h. */
#include "util/clean_print.h"

#include "base/text.h"
#include "util/alloc.h"

#include <stdarg.h>
#include <stdlib.h>

void rdl_clean_line(FILE *out, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) >= 0) {
        rdl_text_clean(text);
        fprintf(out, "%s\n", text);
    }
    va_end(args);
    free(text);
}

char *rdl_clean_copy(const char *text)
{
    char *copy = rdl_strdup(text);

    rdl_text_clean(copy);
    return copy;
}
