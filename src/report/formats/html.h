/* html.h - a campaign as a self-contained page: data, style and script are in
 * one file, and it loads nothing from elsewhere.  The page is report/page/; the
 * build puts it together (scripts/page.sh) and into the program (page.S). */
#ifndef RDL_REPORT_FORMATS_HTML_H
#define RDL_REPORT_FORMATS_HTML_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* `data`: docs/json.md, raddle report; borrowed.  False if the stream failed
 * (errno). */
bool rdl_html_write(FILE *out, const json_t *data);

#endif
