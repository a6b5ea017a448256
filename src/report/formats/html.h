/* html.h - a campaign as a page that stands alone: data, style and script are
 * in the one file, and nothing is loaded from elsewhere.
 *
 * The page itself is report/page/, put together when raddle is built
 * (scripts/page.sh) and part of the program (page.S). */
#ifndef RDL_REPORT_FORMATS_HTML_H
#define RDL_REPORT_FORMATS_HTML_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* `data`: docs/json.md, raddle report; borrowed.  False if the stream failed
 * (errno). */
bool rdl_html_write(FILE *out, const json_t *data);

#endif
