/* wrap.c - see wrap.h. */
#include "util/wrap.h"

#include "util/width.h"

#include <stdbool.h>
#include <string.h>

void rdl_wrap(FILE *out, size_t at, size_t indent, const char *text)
{
    rdl_wrap_to(out, RDL_COLUMNS, at, indent, text);
}

void rdl_wrap_to(FILE *out, size_t width, size_t at, size_t indent,
                 const char *text)
{
    for (bool first = true; *text != '\0'; first = false) {
        size_t n = strcspn(text, " ");

        if (!first && at + 1 + rdl_width_of(text, n) > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', out);
            at++;
        }
        if (rdl_width_of(text, n) > width - at)
            n = rdl_width_fit(text, width - at);
        fwrite(text, 1, n, out);
        at += rdl_width_of(text, n);
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}
