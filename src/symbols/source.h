/* source.h - lines of the program's source, for quoting. */
#ifndef RDL_SYMBOLS_SOURCE_H
#define RDL_SYMBOLS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct rdl_place;

/* The line without its indentation, printable; false if it cannot be read. */
bool rdl_source_line(const char *path, unsigned line, char *out, size_t size);

/* The same for a place; false also if the file is newer than the program, since
 * the line may have changed. */
bool rdl_source_quote(const struct rdl_place *place, char *out, size_t size);

#endif
