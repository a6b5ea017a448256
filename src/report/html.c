/* html.c - see html.h. */
#include "report/html.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const char rdl_page[]; /* page.S; ends with a 0 */

#define PLACE ">DATA</script>" /* once in the page */

/* The data stands in a script element, which ends at the first "</script" and
 * changes its rules at "<!--", whatever quotes are around them.  These
 * characters are nowhere in JSON but in strings, where they can be said
 * otherwise; U+2028 and U+2029 would end a line of script. */
static const struct {
    const char *text, *instead;
} escapes[] = {
    { "<", "\\u003c" },
    { ">", "\\u003e" },
    { "&", "\\u0026" },
    { "\xe2\x80\xa8", "\\u2028" },
    { "\xe2\x80\xa9", "\\u2029" },
};

static void html_json(FILE *out, const char *json)
{
    while (*json != '\0') {
        size_t n = strcspn(json, "<>&\xe2"), i = 0;

        fwrite(json, 1, n, out);
        json += n;
        while (i < sizeof(escapes) / sizeof(escapes[0]) &&
               strncmp(json, escapes[i].text, strlen(escapes[i].text)) != 0)
            i++;
        if (i < sizeof(escapes) / sizeof(escapes[0])) {
            fputs(escapes[i].instead, out);
            json += strlen(escapes[i].text);
        } else if (*json != '\0') {
            fputc(*json++, out);
        }
    }
}

bool rdl_html_write(FILE *out, const json_t *data)
{
    const char *place = strstr(rdl_page, PLACE);
    char *json = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(9));

    if (place == NULL || json == NULL) {
        free(json);
        errno = ENOMEM;
        return false;
    }
    fwrite(rdl_page, 1, (size_t)(place - rdl_page) + 1, out);
    html_json(out, json);
    fputs(strchr(place, '<'), out);
    free(json);
    return ferror(out) == 0 && fflush(out) == 0;
}
