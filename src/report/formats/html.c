/* html.c - see html.h. */
#include "report/formats/html.h"

#include "util/fatal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const char rdl_page[]; /* page.S; ends with a 0 */

#define PLACE ">DATA</script>" /* once in the page */

/* The data is in a script element.  That ends at the first "</script" and
 * changes its rules at "<!--", whatever quotes are around them.  In JSON "<"
 * occurs only inside strings, where it can be escaped. */
static void html_json(FILE *out, const char *json)
{
    for (const char *at; (at = strchr(json, '<')) != NULL; json = at + 1) {
        fwrite(json, 1, (size_t)(at - json), out);
        fputs("\\u003c", out);
    }
    fputs(json, out);
}

bool rdl_html_write(FILE *out, const json_t *data)
{
    const char *place = strstr(rdl_page, PLACE);
    char *json = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(9));

    RDL_ASSERT(place != NULL);
    if (json == NULL) {
        errno = ENOMEM;
        return false;
    }
    fwrite(rdl_page, 1, (size_t)(place - rdl_page) + 1, out);
    html_json(out, json);
    fputs(strchr(place, '<'), out);
    free(json);
    return ferror(out) == 0 && fflush(out) == 0;
}
