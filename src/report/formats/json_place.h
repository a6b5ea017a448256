/* json_place.h - places in the source for machines. */
#ifndef RDL_REPORT_FORMATS_JSON_PLACE_H
#define RDL_REPORT_FORMATS_JSON_PLACE_H

#include "symbols/symbol.h"

#include <jansson.h>

/* `text`: the place as printed. */
json_t *rdl_json_place(const struct rdl_place *place, const char *text);
/* Remembers the path of a file: `files` maps its name in the JSON to its path,
 * or to null if two files have that name and the name is ambiguous. */
void rdl_json_path(json_t *files, const char *name, const char *path);
/* The same for the file of a place. */
void rdl_json_file(json_t *files, const struct rdl_place *place);
/* Names of files that are newer than the program: rdl_symbols_newer(). */
json_t *rdl_json_newer(struct rdl_symbols *s);

#endif
