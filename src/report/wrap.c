/* wrap.c - see wrap.h. */
#include "report/wrap.h"

#include <stdbool.h>
#include <string.h>

void rdl_wrap(FILE *out, size_t at, size_t indent, const char *text)
{
    for (bool first = true; *text != '\0'; first = false) {
        size_t n = strcspn(text, " ");

        if (!first && at + 1 + n > RDL_COLUMNS) {
            fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', out);
            at++;
        }
        if (n > RDL_COLUMNS - at)
            n = RDL_COLUMNS - at;
        fprintf(out, "%.*s", (int)n, text);
        at += n;
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}
