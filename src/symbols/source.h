/* source.h - lines of the program's source, for quoting. */
#ifndef RDL_SYMBOLS_SOURCE_H
#define RDL_SYMBOLS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct rdl_place;

/* The line of that place without its indentation, printable.  False: it cannot
 * be read, or the file is newer than the program, so that the line may be
 * another one now. */
bool rdl_source_quote(const struct rdl_place *place, char *out, size_t size);

#endif
