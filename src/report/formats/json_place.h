/* json_place.h - places in the source for machines. */
#ifndef RDL_REPORT_FORMATS_JSON_PLACE_H
#define RDL_REPORT_FORMATS_JSON_PLACE_H

#include "symbols/symbol.h"

#include <jansson.h>

/* `text`: the place as it is printed. */
json_t *rdl_json_place(const struct rdl_place *place, const char *text);
/* Remembers where a file lies: `files` has its name as it stands in the JSON
 * -> its path; null if two files have that name, for then nobody can tell which
 * is meant. */
void rdl_json_path(json_t *files, const char *name, const char *path);
/* The same of the file of a place. */
void rdl_json_file(json_t *files, const struct rdl_place *place);
/* Names of files that are newer than the program: rdl_symbols_newer(). */
json_t *rdl_json_newer(struct rdl_symbols *s);

#endif
